import type { LifecycleChange } from '../shared';

/** Owns workspaces and project-scoped credentials and tokens. The project `default` exists from the first start. */
export interface Project {
  readonly id: string;
  /** Short name for labels and namespaces, unique on the server, never changed. */
  readonly key: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly version: number;
}

export type ProjectEvent = LifecycleChange<'ProjectCreated'>;
