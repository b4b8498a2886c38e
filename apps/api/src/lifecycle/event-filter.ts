import type { StoredLifecycleEvent, SubjectKind } from './lifecycle-event';

/** Which events a reader wants and may see. An absent part matches all; parts add up (AND). */
export interface EventFilter {
  readonly types?: readonly string[];
  readonly subjectId?: string;
  readonly clusterId?: string;
  readonly subjectKinds?: readonly SubjectKind[];
  /** What a project-scoped token may see: events of this project, and those of no project but of server-wide tokens. */
  readonly visibleTo?: { readonly projectId: string };
}

/** The filter as a predicate, for events in memory. Says the same as filterToSql; a test holds the two together. */
export function matches(filter: EventFilter, event: StoredLifecycleEvent): boolean {
  if (filter.types && !filter.types.includes(event.type)) return false;
  if (filter.subjectId !== undefined && event.subjectId !== filter.subjectId) return false;
  if (filter.clusterId !== undefined && event.clusterId !== filter.clusterId) return false;
  if (filter.subjectKinds && !filter.subjectKinds.includes(event.subjectKind)) return false;
  if (filter.visibleTo === undefined || event.projectId === filter.visibleTo.projectId) return true;
  return event.projectId === null && event.subjectKind !== 'ACCESS_TOKEN';
}

/** The filter as a condition on lifecycle_event, its parameters numbered from `firstParameter`. */
export function filterToSql(filter: EventFilter, firstParameter: number): { condition: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const parameter = (value: unknown): string => `$${firstParameter - 1 + parameters.push(value)}`;
  const conditions = ['true'];
  if (filter.types) conditions.push(`type = ANY (${parameter(filter.types)})`);
  if (filter.subjectId !== undefined) conditions.push(`subject_id = ${parameter(filter.subjectId)}`);
  if (filter.clusterId !== undefined) conditions.push(`cluster_id = ${parameter(filter.clusterId)}`);
  if (filter.subjectKinds) conditions.push(`subject_kind = ANY (${parameter(filter.subjectKinds)})`);
  if (filter.visibleTo)
    conditions.push(
      `(project_id = ${parameter(filter.visibleTo.projectId)} OR (project_id IS NULL AND subject_kind <> 'ACCESS_TOKEN'))`,
    );
  return { condition: conditions.join(' AND '), parameters };
}
