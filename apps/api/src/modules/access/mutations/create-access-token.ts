import type { Role } from '@awp/domain';
import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { MutationInput, mutationResult, rejected, type Rejected } from '../../../graphql/mutation-result.type';
import { createAccessToken } from '../access.service';
import { AccessTokenType, RoleEnum } from '../access.type';

@InputType()
export class CreateAccessTokenInput extends MutationInput {
  @Field(() => String, { description: 'What it is for, 1 to 120 characters.' })
  name: string;
  @Field(() => RoleEnum, { description: 'What it may do; no more than the token that creates it.' })
  role: Role;
  @Field(() => ID, { nullable: true, description: 'The project to confine it to; left out, the whole server.' })
  projectId?: string | null;
  @Field(() => Int, {
    defaultValue: 86_400,
    description: 'Lifetime in seconds, from 60 to 366 days; a day by default.',
  })
  expiresInSeconds: number;
}

@ObjectType({ simpleResolvers: true })
class CreateAccessTokenOk {
  @Field(() => AccessTokenType, { description: 'The new token.' })
  accessToken: object;
  @Field(() => String, {
    nullable: true,
    description:
      'The secret to send as `Authorization: Bearer …`. Shown this once; null in the answer to a repeated call, since it is not kept.',
  })
  secret: string | null;
}

const CreateAccessTokenResult = mutationResult('CreateAccessToken', CreateAccessTokenOk);

@Resolver()
export class CreateAccessTokenMutation {
  @Mutation(() => CreateAccessTokenResult as never, {
    description: 'Creates an access token. For admins. Rejects with INVALID_INPUT, NOT_FOUND.',
  })
  async createAccessToken(
    @Arg('input', () => CreateAccessTokenInput) input: CreateAccessTokenInput,
    @Ctx() context: Context,
  ): Promise<CreateAccessTokenOk | Rejected> {
    const { outcome, secret } = await createAccessToken(context, input);
    if ('refusals' in outcome) return rejected(outcome.refusals);
    return {
      accessToken: (await context.loaders.accessToken.load(outcome.subjectId))!,
      secret: secret?.reveal() ?? null,
    };
  }
}
