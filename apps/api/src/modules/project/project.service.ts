import { createProject as decideCreateProject } from '@awp/domain';
import type { Context } from '../../graphql/context';
import type { Outcome } from '../../graphql/outcome';
import { runMutation, type Mutation } from '../../graphql/run-mutation';
import { onRecord } from '../../lifecycle/on-record';
import { newId } from '../../persistence/ids';
import { findProjectByKey, insertProject } from './project.store';

export async function createProject(
  context: Context,
  input: Mutation['input'] & { key: string; name: string },
): Promise<Outcome> {
  const mutation: Mutation = { name: 'createProject', action: 'project.create', projectId: null, input };
  return runMutation(context, mutation, async (tx) => {
    const decision = decideCreateProject({
      id: newId('project'),
      key: input.key,
      name: input.name,
      now: context.now(),
    });
    if (!decision.accepted) return { refusals: decision.refusals };
    const project = decision.state;
    if (!(await insertProject(tx, project))) {
      const holder = await findProjectByKey(tx, project.key);
      return {
        refusals: [
          {
            code: 'PROJECT_KEY_TAKEN',
            field: 'key',
            message: `the key ${project.key} is taken`,
            subjectId: holder?.id,
          },
        ],
      };
    }
    tx.emit(...onRecord(decision.events, { subjectKind: 'PROJECT', projectId: project.id }, context.origin()));
    return { subjectId: project.id };
  });
}
