import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { MutationInput, mutationResult, rejected, type Rejected } from '../../../graphql/mutation-result.type';
import { ClusterPolicyInput, ClusterType, KubeconfigInput } from '../cluster.type';
import { registerCluster } from '../cluster.service';

@InputType()
class RegisterClusterInput extends MutationInput {
  @Field(() => String, {
    description: '1 to 63 lower-case letters, digits or dashes, starting with a letter; never changed.',
  })
  key: string;
  @Field(() => String, { description: 'Name for people, 1 to 120 characters.' })
  name: string;
  @Field(() => KubeconfigInput, { description: 'How to reach it.' })
  kubeconfig: KubeconfigInput;
  @Field(() => ClusterPolicyInput, { nullable: true, description: 'Its rules, where they differ from the defaults.' })
  policy?: ClusterPolicyInput | null;
}

@ObjectType({ simpleResolvers: true })
class RegisterClusterOk {
  @Field(() => ClusterType, { description: 'The registered cluster. Its machines appear as the observer sees them.' })
  cluster: object;
}

const RegisterClusterResult = mutationResult('RegisterCluster', RegisterClusterOk);

@Resolver()
export class RegisterClusterMutation {
  @Mutation(() => RegisterClusterResult as never, {
    description:
      'Registers a Kubernetes cluster after one contact of at most 10 seconds, and observes it from then on. For admins. Rejects with INVALID_INPUT, CLUSTER_KEY_TAKEN, CLUSTER_ALREADY_REGISTERED, KUBECONFIG_INVALID, KUBECONFIG_PLUGIN_REFUSED, KUBECONFIG_FILE_UNREADABLE, CLUSTER_UNREACHABLE, CLUSTER_CERTIFICATE_UNTRUSTED, CLUSTER_CREDENTIAL_REJECTED, CLUSTER_PERMISSION_MISSING, CLUSTER_ANSWER_INVALID.',
  })
  async registerCluster(
    @Arg('input', () => RegisterClusterInput) input: RegisterClusterInput,
    @Ctx() context: Context,
  ): Promise<RegisterClusterOk | Rejected> {
    const outcome = await registerCluster(context, input);
    if ('refusals' in outcome) return rejected(outcome.refusals);
    return { cluster: (await context.loaders.cluster.load(outcome.subjectId))! };
  }
}
