import { kindOfId } from '../persistence/ids';
import type { Context } from './context';

/** Finds anything by id, as far as the caller may see it; null for what does not exist or is out of sight. */
export async function loadNode(context: Context, id: string): Promise<object | null> {
  const { loaders } = context;
  switch (kindOfId(id)) {
    case 'project': {
      const project = await loaders.project.load(id);
      return project !== null && context.may('project.view', project.id) ? project : null;
    }
    case 'token': {
      const token = await loaders.accessToken.load(id);
      return token !== null && context.may('accessToken.view', token.projectId) ? token : null;
    }
    case 'cluster':
      return context.may('cluster.view') ? loaders.cluster.load(id) : null;
    case 'machine':
      return context.may('machine.view') ? loaders.machine.load(id) : null;
    case 'workload':
      return context.may('workload.view') ? loaders.workload.load(id) : null;
    case 'credential':
      return context.may('credential.view') ? loaders.credential.load(id) : null;
    case null:
      return null;
  }
}
