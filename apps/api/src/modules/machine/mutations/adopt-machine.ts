import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { MutationInput, mutationResult, rejected, type Rejected } from '../../../graphql/mutation-result.type';
import { adoptMachine } from '../machine.service';
import { MachineType } from '../machine.type';

@InputType()
class AdoptMachineInput extends MutationInput {
  @Field(() => ID, { description: 'The machine to take into service.' })
  id: string;
}

@ObjectType({ simpleResolvers: true })
class AdoptMachineOk {
  @Field(() => MachineType, { description: 'The adopted machine.' })
  machine: object;
}

const AdoptMachineResult = mutationResult('AdoptMachine', AdoptMachineOk);

@Resolver()
export class AdoptMachineMutation {
  @Mutation(() => AdoptMachineResult as never, {
    description:
      'Takes a DISCOVERED machine into service without touching its host, or vouches for the Node that replaced the one of an adopted machine. For operators. Rejects with NOT_FOUND, CLUSTER_DETACHED, MACHINE_REMOVED, MACHINE_ALREADY_IN_SERVICE, MACHINE_NODE_MISSING, MACHINE_OBSERVATION_STALE.',
  })
  async adoptMachine(
    @Arg('input', () => AdoptMachineInput) input: AdoptMachineInput,
    @Ctx() context: Context,
  ): Promise<AdoptMachineOk | Rejected> {
    const outcome = await adoptMachine(context, input);
    if ('refusals' in outcome) return rejected(outcome.refusals);
    return { machine: (await context.loaders.machine.load(outcome.subjectId))! };
  }
}
