import {
  noResources,
  nodeRoles,
  observedCapabilities,
  type CapabilityKind,
  type Machine,
  type NodeMapping,
  type ObservedNode,
} from '@awp/domain';
import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { nestedListComplexity, PageArgs, toConnection } from '../../graphql/connection.type';
import type { Context } from '../../graphql/context';
import { observedBy } from '../../graphql/observed.type';
import type { StoredCluster } from '../cluster/cluster.store';
import { ClusterType } from '../cluster/cluster.type';
import { filterOf } from '../workload/workload-filter';
import { pageWorkloads } from '../workload/workload.store';
import { WorkloadConnection, WorkloadFilterInput } from '../workload/workload.type';
import { CapabilityKindEnum, MachineCapabilityType } from './machine-capability.type';
import { Label, MachineCondition, NodeMappingType, TaintType } from './machine-node.type';
import { MachineHealthType, MachineResources, MachineType } from './machine.type';

@Resolver(() => MachineType)
export class MachineResolver {
  @FieldResolver(() => ClusterType, { description: 'The cluster it belongs to.' })
  cluster(@Root() machine: Machine, @Ctx() context: Context): Promise<StoredCluster> {
    return clusterOf(machine, context);
  }

  @FieldResolver(() => MachineHealthType, {
    description: 'How it is. UNKNOWN as soon as its cluster has not been heard of for too long.',
  })
  async health(@Root() machine: Machine, @Ctx() context: Context): Promise<MachineHealthType> {
    const observed = observedBy(await clusterOf(machine, context), context.now());
    if (!observed.stale) return { ...observed, status: machine.health, reasons: [...machine.healthReasons] };
    const reason = {
      code: 'OBSERVATION_STALE',
      message:
        observed.observedAt === null
          ? 'never observed'
          : `last known as ${machine.health} at ${observed.observedAt.toISOString()}`,
      since: observed.observedAt ?? machine.createdAt,
      remedy: 'see the health of its cluster',
      subjectId: machine.clusterId,
    };
    return { ...observed, status: 'UNKNOWN', reasons: [reason] };
  }

  @FieldResolver(() => [NodeMappingType], { description: 'Nodes that stood for it before, latest first.' })
  formerNodes(@Root() machine: Machine, @Ctx() context: Context): Promise<NodeMapping[]> {
    return context.loaders.formerNodes.load(machine.id);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether its Node takes new Pods; false when it is cordoned or has no Node.',
  })
  async schedulable(@Root() machine: Machine, @Ctx() context: Context): Promise<boolean> {
    return machine.node !== null && (await context.loaders.cordoned.load(machine.id)) === false;
  }

  @FieldResolver(() => [String], { description: 'Roles by node-role.kubernetes.io labels, sorted.' })
  async roles(@Root() machine: Machine, @Ctx() context: Context): Promise<string[]> {
    const node = await nodeOf(machine, context);
    return node === null ? [] : nodeRoles(node);
  }

  @FieldResolver(() => [Label], { description: 'Labels of its Node as last seen, by key.' })
  async labels(@Root() machine: Machine, @Ctx() context: Context): Promise<Label[]> {
    const labels = (await nodeOf(machine, context))?.labels ?? {};
    return Object.keys(labels)
      .sort()
      .map((key) => ({ key, value: labels[key]! }));
  }

  @FieldResolver(() => [TaintType], {
    description: 'Taints of its Node as last seen, those that Kubernetes sets by itself included.',
  })
  async taints(@Root() machine: Machine, @Ctx() context: Context): Promise<TaintType[]> {
    return [...((await nodeOf(machine, context))?.taints ?? [])];
  }

  @FieldResolver(() => [MachineCondition], { description: 'Conditions of its Node as last seen.' })
  async conditions(@Root() machine: Machine, @Ctx() context: Context): Promise<MachineCondition[]> {
    return [...((await nodeOf(machine, context))?.conditions ?? [])];
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Version of its kubelet, as its Node last told: `v1.34.1+k3s1`. Null when it told none.',
  })
  async kubeletVersion(@Root() machine: Machine, @Ctx() context: Context): Promise<string | null> {
    return (await nodeOf(machine, context))?.kubeletVersion || null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Container runtime and version, as its Node last told: `containerd://2.1.4`. Null when it told none.',
  })
  async containerRuntime(@Root() machine: Machine, @Ctx() context: Context): Promise<string | null> {
    return (await nodeOf(machine, context))?.containerRuntime || null;
  }

  @FieldResolver(() => [MachineCapabilityType], { description: 'What it can do and has.' })
  async capabilities(
    @Root() machine: Machine,
    @Arg('kind', () => CapabilityKindEnum, { nullable: true, description: 'Only of this kind.' })
    kind: CapabilityKind | null,
    @Ctx() context: Context,
  ): Promise<MachineCapabilityType[]> {
    const [cluster, node] = await Promise.all([clusterOf(machine, context), nodeOf(machine, context)]);
    const observed = observedBy(cluster, context.now());
    const lifetime = cluster.policy.observationStaleAfterSeconds * 1000;
    const expiresAt = observed.observedAt && new Date(observed.observedAt.getTime() + lifetime);
    const all = node === null ? [] : observedCapabilities(node);
    const wanted = kind ? all.filter((capability) => capability.kind === kind) : all;
    return wanted.map((capability) => ({ ...capability, ...observed, provenance: 'OBSERVED', expiresAt }));
  }

  @FieldResolver(() => MachineResources, { description: 'What it has and what it offers to Pods.' })
  async resources(@Root() machine: Machine, @Ctx() context: Context): Promise<MachineResources> {
    const [cluster, node, requested] = await Promise.all([
      clusterOf(machine, context),
      nodeOf(machine, context),
      context.loaders.machineRequests.load(machine.id),
    ]);
    const { capacity, allocatable } = node ?? { capacity: noResources, allocatable: noResources };
    return { ...observedBy(cluster, context.now()), capacity, allocatable, requested };
  }

  @FieldResolver(() => WorkloadConnection, {
    complexity: nestedListComplexity,
    description: 'What runs on it: workloads with a Pod on its Node.',
  })
  async workloads(
    @Root() machine: Machine,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => WorkloadFilterInput, { nullable: true, description: 'Only workloads that match all parts.' })
    filter: WorkloadFilterInput | null,
    @Ctx() context: Context,
  ): Promise<object> {
    const place = { clusterId: machine.clusterId, nodeName: machine.node?.nodeName ?? '' };
    return toConnection(await pageWorkloads(context.app.db, place, filterOf(filter), page.request));
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may adopt it and it can be adopted.' })
  async viewerCanAdopt(@Root() machine: Machine, @Ctx() context: Context): Promise<boolean> {
    const adoptable = machine.node !== null && (machine.enrollmentState === 'NONE' || machine.nodeReplaced);
    if (!adoptable || !context.may('machine.adopt')) return false;
    return (await clusterOf(machine, context)).desired !== 'DETACHED';
  }
}

async function clusterOf(machine: Machine, context: Context): Promise<StoredCluster> {
  return (await context.loaders.cluster.load(machine.clusterId))!;
}

async function nodeOf(machine: Machine, context: Context): Promise<ObservedNode | null> {
  return (await context.loaders.machineObservation.load(machine.id))?.node ?? null;
}
