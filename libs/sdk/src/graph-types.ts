import type { LifecycleEvent } from './_generated/documents.js';

/** What calls return and take: the selections of src/documents, with the enums and inputs they use. */
export type {
  AccessToken,
  CapabilityKind,
  CapabilityProvenance,
  Cluster,
  ClusterDesiredState,
  ClusterPolicyInput,
  ClusterProvider,
  ConditionStatus,
  CreateAccessTokenInput,
  CreateProjectInput,
  EnrollmentMethod,
  EnrollmentState,
  EventCauseKind,
  HealthReason,
  HealthStatus,
  InputFailure,
  KubeconfigInput,
  LifecycleEvent,
  LifecycleFilter,
  Machine,
  MachineCapability,
  MachineFilter,
  MachineIntent,
  MachineLifecycle,
  MachineOrder,
  MachineSummary,
  NodeMapping,
  ObservationSource,
  PageInfo,
  Project,
  RegisterClusterInput,
  ResourceSplit,
  Resources,
  Role,
  ServerInfo,
  TaintEffect,
  TotalCount,
  Viewer,
  Workload,
  WorkloadFilter,
  WorkloadKind,
  WorkloadState,
} from './_generated/documents.js';

export type MachineLifecycleEvent = Extract<LifecycleEvent, { __typename: 'MachineLifecycleEvent' }>;
export type WorkloadLifecycleEvent = Extract<LifecycleEvent, { __typename: 'WorkloadLifecycleEvent' }>;
export type ClusterLifecycleEvent = Extract<LifecycleEvent, { __typename: 'ClusterLifecycleEvent' }>;
export type ProjectLifecycleEvent = Extract<LifecycleEvent, { __typename: 'ProjectLifecycleEvent' }>;
export type AccessLifecycleEvent = Extract<LifecycleEvent, { __typename: 'AccessLifecycleEvent' }>;
