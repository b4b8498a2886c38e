import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { MutationInput, mutationResult, rejected, type Rejected } from '../../../graphql/mutation-result.type';
import { revokeAccessToken } from '../access.service';
import { AccessTokenType } from '../access.type';

@InputType()
class RevokeAccessTokenInput extends MutationInput {
  @Field(() => ID, { description: 'The token to revoke.' })
  id: string;
}

@ObjectType({ simpleResolvers: true })
class RevokeAccessTokenOk {
  @Field(() => AccessTokenType, { description: 'The revoked token.' })
  accessToken: object;
}

const RevokeAccessTokenResult = mutationResult('RevokeAccessToken', RevokeAccessTokenOk);

@Resolver()
export class RevokeAccessTokenMutation {
  @Mutation(() => RevokeAccessTokenResult as never, {
    description:
      'Revokes a token at once; its subscriptions end exactly here in the lifecycle log. For admins. Rejects with NOT_FOUND, ACCESS_TOKEN_REVOKED.',
  })
  async revokeAccessToken(
    @Arg('input', () => RevokeAccessTokenInput) input: RevokeAccessTokenInput,
    @Ctx() context: Context,
  ): Promise<RevokeAccessTokenOk | Rejected> {
    const outcome = await revokeAccessToken(context, input);
    if ('refusals' in outcome) return rejected(outcome.refusals);
    context.loaders.accessToken.clear(outcome.subjectId);
    return { accessToken: (await context.loaders.accessToken.load(outcome.subjectId))! };
  }
}
