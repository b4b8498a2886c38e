import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { MutationInput, mutationResult, rejected, type Rejected } from '../../../graphql/mutation-result.type';
import { createProject } from '../project.service';
import { ProjectType } from '../project.type';

@InputType()
class CreateProjectInput extends MutationInput {
  @Field(() => String, {
    description: '1 to 63 lower-case letters, digits or dashes, starting with a letter; unique, never changed.',
  })
  key: string;
  @Field(() => String, { description: 'Name for people, 1 to 120 characters.' })
  name: string;
}

@ObjectType({ simpleResolvers: true })
class CreateProjectOk {
  @Field(() => ProjectType, { description: 'The new project.' })
  project: object;
}

const CreateProjectResult = mutationResult('CreateProject', CreateProjectOk);

@Resolver()
export class CreateProjectMutation {
  @Mutation(() => CreateProjectResult as never, {
    description: 'Creates a project. For admins of the server. Rejects with INVALID_INPUT, PROJECT_KEY_TAKEN.',
  })
  async createProject(
    @Arg('input', () => CreateProjectInput) input: CreateProjectInput,
    @Ctx() context: Context,
  ): Promise<CreateProjectOk | Rejected> {
    const outcome = await createProject(context, input);
    if ('refusals' in outcome) return rejected(outcome.refusals);
    return { project: (await context.loaders.project.load(outcome.subjectId))! };
  }
}
