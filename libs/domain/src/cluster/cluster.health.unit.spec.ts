import { describe, expect, it } from '@jest/globals';
import { aCluster, now, secondsLater } from '../testing/builders';
import type { Cluster } from './cluster';
import { clusterHealth, type MachineTally } from './cluster.health';

const well: MachineTally = { healthy: 3, degraded: 0, unreachable: 0, unknown: 0 };
const healthOf = (cluster: Partial<Cluster>, tally: Partial<MachineTally> = {}, observedAt: Date | null = now) =>
  clusterHealth(aCluster(cluster), observedAt, { ...well, ...tally }, now);
const lost = {
  contact: 'LOST',
  contactReason: { code: 'CLUSTER_UNREACHABLE', message: 'no connection', since: now },
} as const;

describe('the health of a cluster', () => {
  it('is HEALTHY when it answers and its machines are well', () => {
    expect(healthOf({})).toEqual({ status: 'HEALTHY', reasons: [], stale: false });
  });

  it('is HEALTHY without any machine', () => {
    expect(healthOf({}, { healthy: 0 }).status).toBe('HEALTHY');
  });

  it('is DEGRADED with a count for each kind of trouble, worst first, and a query that shows it', () => {
    const { status, reasons } = healthOf({}, { degraded: 2, unreachable: 1, unknown: 3 });
    expect(status).toBe('DEGRADED');
    expect(reasons.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'MACHINES_UNREACHABLE: 1 machine in service cannot be reached',
      'MACHINES_DEGRADED: 2 machines in service degraded',
      'MACHINES_UNKNOWN: 3 machines in service of unknown health',
    ]);
    for (const { remedy } of reasons) expect(remedy).toContain('cluster(key: "north")');
  });

  it('is UNREACHABLE when contact is lost, whatever was seen before', () => {
    expect(healthOf(lost)).toMatchObject({
      status: 'UNREACHABLE',
      reasons: [
        { code: 'CLUSTER_UNREACHABLE', message: 'no connection', since: now, remedy: expect.stringMatching(/curl/) },
      ],
    });
  });

  it('is UNREACHABLE when another cluster answers', () => {
    const contactReason = { code: 'CLUSTER_IDENTITY_CHANGED', message: 'another', since: now };
    expect(healthOf({ contact: 'IDENTITY_CHANGED', contactReason })).toMatchObject({
      status: 'UNREACHABLE',
      reasons: [{ code: 'CLUSTER_IDENTITY_CHANGED', remedy: expect.stringMatching(/detach/) }],
    });
  });

  it('has no remedy for a reason that the catalogue does not know', () => {
    const contactReason = { code: 'OBSERVER_SILENT', message: 'no observer reported', since: now };
    expect(healthOf({ contact: 'LOST', contactReason }).reasons[0]!.remedy).toBeNull();
  });

  it('is UNKNOWN when what is known is too old, however well it was', () => {
    expect(healthOf({}, {}, secondsLater(-31))).toEqual({
      status: 'UNKNOWN',
      stale: true,
      reasons: [
        {
          code: 'OBSERVATION_STALE',
          message: `nothing heard since ${secondsLater(-31).toISOString()}`,
          since: secondsLater(-31),
          remedy: null,
          subjectId: null,
        },
      ],
    });
  });

  it('is UNKNOWN since its registration when it was never observed', () => {
    expect(healthOf({}, {}, null)).toMatchObject({
      status: 'UNKNOWN',
      stale: true,
      reasons: [{ message: 'never observed', since: secondsLater(-7200) }],
    });
  });

  it('is UNKNOWN once it is detached, also when it was lost before', () => {
    for (const contact of [{}, lost]) {
      expect(healthOf({ ...contact, desired: 'DETACHED' })).toMatchObject({
        status: 'UNKNOWN',
        reasons: [{ code: 'CLUSTER_DETACHED' }],
      });
    }
  });
});
