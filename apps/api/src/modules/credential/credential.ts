/** A secret by reference: either a file the server reads at each use, or sealed bytes in the database. */
export interface Credential {
  readonly id: string;
  readonly name: string;
  readonly scope: 'SYSTEM' | 'PROJECT';
  readonly kind: 'KUBECONFIG';
  readonly source:
    { readonly provider: 'FILE'; readonly path: string } | { readonly provider: 'SEALED'; readonly sealed: Buffer };
  /** Of the public part, to tell credentials apart; null when there is none. */
  readonly publicFingerprint: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastResult: string | null;
}
