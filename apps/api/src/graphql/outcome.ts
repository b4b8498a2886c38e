import type { Refusal } from '@awp/domain';

/** What a mutation came to: the subject it changed or made, or the reasons against. Plain data, so that it can be remembered. */
export type Outcome = { readonly subjectId: string } | { readonly refusals: readonly Refusal[] };
