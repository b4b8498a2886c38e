import { roles, type Role } from './access';

/** Everything anybody can do, with the least role it takes and whether a project-scoped token may do it at all. */
export const actions = {
  'server.view': { role: 'VIEWER', projectScoped: true },
  'project.view': { role: 'VIEWER', projectScoped: true },
  'project.create': { role: 'ADMIN', projectScoped: false },
  'cluster.view': { role: 'VIEWER', projectScoped: true },
  'cluster.register': { role: 'ADMIN', projectScoped: false },
  'cluster.detach': { role: 'ADMIN', projectScoped: false },
  'credential.view': { role: 'OPERATOR', projectScoped: false },
  'machine.view': { role: 'VIEWER', projectScoped: true },
  'workload.view': { role: 'VIEWER', projectScoped: true },
  'machine.adopt': { role: 'OPERATOR', projectScoped: false },
  'accessToken.view': { role: 'ADMIN', projectScoped: true },
  'accessToken.create': { role: 'ADMIN', projectScoped: true },
  'accessToken.revoke': { role: 'ADMIN', projectScoped: true },
} as const satisfies Record<string, { role: Role; projectScoped: boolean }>;

export type Action = keyof typeof actions;

/** What belongs to no project, and every token may see. */
const sharedByAll: ReadonlySet<Action> = new Set<Action>([
  'server.view',
  'cluster.view',
  'machine.view',
  'workload.view',
]);

/** Who asks: a role, on the whole server or within one project. */
export interface Grant {
  readonly role: Role;
  readonly projectId: string | null;
}

/**
 * Whether a grant allows an action. `projectId` is the project the subject belongs to; null for what belongs to no
 * project (clusters, machines), which project-scoped tokens see but never change.
 */
export function may(grant: Grant, action: Action, projectId: string | null): boolean {
  const rule = actions[action];
  if (roles.indexOf(grant.role) < roles.indexOf(rule.role)) return false;
  if (grant.projectId === null) return true;
  if (!rule.projectScoped) return false;
  return sharedByAll.has(action) || projectId === grant.projectId;
}
