import type { ObservedNode, Taint } from '../observation';
import type { MachineEvent } from './machine';

type NodeChange = Pick<MachineEvent, 'type' | 'from' | 'to' | 'reason'>;

/**
 * What changed between two reports of the same Node, as events that stand on their own. Heartbeats, messages and
 * amounts are observations and make no event. Taints under node.kubernetes.io/ are left out: Kubernetes sets them to
 * mirror a cordon or a condition, which is told already, and one cause makes one event.
 */
export function nodeChanges(before: ObservedNode, after: ObservedNode): NodeChange[] {
  return [
    ...cordonChange(before, after),
    ...taintChange(before, after),
    ...labelChange(before, after),
    ...conditionChanges(before, after),
  ];
}

function cordonChange(before: ObservedNode, after: ObservedNode): NodeChange[] {
  if (before.unschedulable === after.unschedulable) return [];
  return after.unschedulable
    ? [
        {
          type: 'MachineCordoned',
          from: 'schedulable',
          to: 'cordoned',
          reason: { code: 'NODE_CORDONED', message: 'the Node was marked unschedulable' },
        },
      ]
    : [
        {
          type: 'MachineUncordoned',
          from: 'cordoned',
          to: 'schedulable',
          reason: { code: 'NODE_UNCORDONED', message: 'the Node was marked schedulable' },
        },
      ];
}

function taintChange(before: ObservedNode, after: ObservedNode): NodeChange[] {
  const from = formatTaints(before.taints);
  const to = formatTaints(after.taints);
  return from === to
    ? []
    : [
        {
          type: 'MachineTaintsChanged',
          from,
          to,
          reason: { code: 'NODE_TAINTS_CHANGED', message: `taints are now ${to ?? 'none'}` },
        },
      ];
}

function labelChange(before: ObservedNode, after: ObservedNode): NodeChange[] {
  const keys = [...new Set([...Object.keys(before.labels), ...Object.keys(after.labels)])].sort();
  const changed = keys.filter((key) => before.labels[key] !== after.labels[key]);
  if (changed.length === 0) return [];
  const show = (labels: ObservedNode['labels']): string | null =>
    changed
      .filter((key) => labels[key] !== undefined)
      .map((key) => `${key}=${labels[key]}`)
      .join(',') || null;
  const reason = { code: 'NODE_LABELS_CHANGED', message: `labels changed: ${changed.join(', ')}` };
  return [{ type: 'MachineLabelsChanged', from: show(before.labels), to: show(after.labels), reason }];
}

function conditionChanges(before: ObservedNode, after: ObservedNode): NodeChange[] {
  const types = [...new Set([...before.conditions, ...after.conditions].map((c) => c.type))];
  return types.flatMap((type): NodeChange[] => {
    const old = before.conditions.find((c) => c.type === type);
    const now = after.conditions.find((c) => c.type === type);
    if (old?.status === now?.status) return [];
    const show = (status: string | undefined): string | null => (status === undefined ? null : `${type}=${status}`);
    const reason = {
      code: now?.reason ?? 'NODE_CONDITION_CHANGED',
      message: now?.message ?? `condition ${type} changed`,
    };
    return [{ type: 'MachineConditionChanged', from: show(old?.status), to: show(now?.status), reason }];
  });
}

function formatTaints(taints: readonly Taint[]): string | null {
  const own = taints.filter((taint) => !taint.key.startsWith('node.kubernetes.io/'));
  return (
    own
      .map((t) => `${t.key}${t.value === null ? '' : `=${t.value}`}:${t.effect}`)
      .sort()
      .join(',') || null
  );
}
