/** UNKNOWN is its own answer: it never counts as HEALTHY. */
export type HealthStatus = 'HEALTHY' | 'DEGRADED' | 'UNREACHABLE' | 'UNKNOWN';
export const healthStatuses: readonly HealthStatus[] = ['HEALTHY', 'DEGRADED', 'UNREACHABLE', 'UNKNOWN'];

/** One thing that keeps a subject from being healthy, in words a person acts on. */
export interface HealthReason {
  readonly code: string;
  readonly message: string;
  readonly since: Date;
  readonly remedy: string | null;
  /** Id of the cluster or machine the reason is about, when it is not the subject itself. */
  readonly subjectId: string | null;
}

/** Where an observed value comes from. */
export type ObservationSource = 'KUBERNETES_API' | 'SIMULATION' | 'OPERATOR' | 'PREFLIGHT_SSH' | 'CANARY' | 'NONE';
