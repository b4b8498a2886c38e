import { accept, checkKey, checkName, refuse, type Decision } from '../shared';
import type { Project, ProjectEvent } from './project';

export interface CreateProject {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly now: Date;
}

export function createProject(command: CreateProject): Decision<Project, ProjectEvent> {
  const refusals = [...checkKey(command.key, 'key'), ...checkName(command.name, 'name')];
  if (refusals.length > 0) return refuse(...refusals);
  const { id, key, now } = command;
  return accept<Project, ProjectEvent>(
    { id, key, name: command.name.trim(), createdAt: now, version: 1 },
    {
      type: 'ProjectCreated',
      subjectId: id,
      from: null,
      to: key,
      reason: { code: 'CREATED', message: `project ${key} was created` },
    },
  );
}
