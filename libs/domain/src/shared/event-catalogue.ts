/** What a type of lifecycle event says: of what, and what its `from` and `to` are. docs/events.md is generated from this table. */
export interface EventEntry {
  readonly subject: 'project' | 'access token' | 'cluster' | 'machine' | 'workload';
  readonly meaning: string;
  readonly fromTo: string;
}

const entry = (subject: EventEntry['subject'], meaning: string, fromTo: string): EventEntry => ({
  subject,
  meaning,
  fromTo,
});

/** Every type of event in the lifecycle log, once. */
export const eventCatalogue = {
  ProjectCreated: entry('project', 'A project was created.', 'null -> its key'),
  AccessTokenCreated: entry(
    'access token',
    'An access token was created, or a sign-in link traded for one.',
    'null -> its role',
  ),
  AccessTokenRevoked: entry('access token', 'An access token was revoked; its streams end here.', 'its role -> null'),
  ClusterRegistered: entry('cluster', 'A cluster was registered after a first contact.', 'null -> its key'),
  ClusterContactLost: entry(
    'cluster',
    'Nothing was heard of the cluster for longer than its policy allows. Its machines are stale from then on, without events of their own.',
    'contact before -> LOST',
  ),
  ClusterContactRestored: entry('cluster', 'The API answers again.', 'contact before -> CONNECTED'),
  ClusterIdentityChanged: entry(
    'cluster',
    'Another cluster answers at the address; observation stops.',
    'contact before -> IDENTITY_CHANGED',
  ),
  ClusterDetached: entry('cluster', 'A cluster was detached; nothing observes it.', 'desired state before -> DETACHED'),
  MachineDiscovered: entry('machine', 'A Node was seen that stands for no machine yet.', 'null -> DISCOVERED'),
  MachineAdopted: entry(
    'machine',
    'Somebody took the machine into service, or vouched for the Node that took the place of its own.',
    'enrollment state before -> ENROLLED',
  ),
  MachineLifecycleChanged: entry(
    'machine',
    'The lifecycle changed; always after the event that made it change.',
    'lifecycle before -> after',
  ),
  MachineCordoned: entry('machine', 'Its Node was marked unschedulable.', 'schedulable -> cordoned'),
  MachineUncordoned: entry('machine', 'Its Node was marked schedulable.', 'cordoned -> schedulable'),
  MachineTaintsChanged: entry(
    'machine',
    'Taints of its Node changed. Those under node.kubernetes.io/ are left out: Kubernetes sets them to mirror a cordon or a condition.',
    'all taints before -> after, as key=value:EFFECT, by comma',
  ),
  MachineLabelsChanged: entry(
    'machine',
    'Labels of its Node changed.',
    'the labels that changed, before -> after, as key=value, by comma',
  ),
  MachineConditionChanged: entry(
    'machine',
    'The status of a condition of its Node changed; the reason is the one Kubernetes gives.',
    'Type=STATUS before -> after',
  ),
  MachineNodeDeleted: entry('machine', 'Its Node was deleted from the cluster.', 'UID of the Node -> null'),
  MachineNodeReplaced: entry(
    'machine',
    'A Node with its name and another UID appeared.',
    'UID before, null if it was deleted -> UID now',
  ),
  WorkloadDiscovered: entry('workload', 'Pods were seen that belong to no workload yet.', 'null -> its state'),
  WorkloadStateChanged: entry('workload', 'The state changed, by its Pods.', 'state before -> after'),
} as const satisfies Record<string, EventEntry>;

export type EventType = keyof typeof eventCatalogue;
