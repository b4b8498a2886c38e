import { describe, expect, it } from '@jest/globals';
import { accepted, aCluster, now, refused, secondsLater } from '../testing/builders';
import { detachCluster, loseContact, recordContact, registerCluster, type RegisterCluster } from './cluster.decisions';

const identity = { kubernetesUid: 'uid-of-kube-system', kubernetesVersion: 'v1.34.4' };
const stranger = { kubernetesUid: 'uid-of-another', kubernetesVersion: 'v1.34.4' };
const refusedConnection = { code: 'CLUSTER_UNREACHABLE', message: 'no connection: ECONNREFUSED' } as const;

describe('registering a cluster', () => {
  const command = (over: Partial<RegisterCluster> = {}): RegisterCluster => ({
    id: 'cluster_1',
    key: 'north',
    name: ' North ',
    provider: 'K3S',
    identity,
    policy: {},
    actor: 'ops',
    now,
    ...over,
  });

  it('makes a connected cluster with the identity that answered and the usual policy', () => {
    expect(accepted(registerCluster(command()))).toMatchObject({
      state: {
        id: 'cluster_1',
        key: 'north',
        name: 'North',
        provider: 'K3S',
        kubernetesUid: 'uid-of-kube-system',
        desired: 'ACTIVE',
        contact: 'CONNECTED',
        contactReason: { code: 'REGISTERED', message: 'registered by ops', since: now },
        policy: { observationStaleAfterSeconds: 30 },
        createdAt: now,
        version: 1,
      },
      events: [
        {
          type: 'ClusterRegistered',
          subjectId: 'cluster_1',
          from: null,
          to: 'north',
          reason: { code: 'REGISTERED', message: 'registered by ops' },
        },
      ],
    });
  });

  it.each([5, 30, 3600])('takes %i s as the age at which observations are stale', (observationStaleAfterSeconds) => {
    const { state } = accepted(registerCluster(command({ policy: { observationStaleAfterSeconds } })));
    expect(state.policy).toEqual({ observationStaleAfterSeconds });
  });

  it.each([4, 3601, 0, -30, 7.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %p s',
    (observationStaleAfterSeconds) => {
      expect(refused(registerCluster(command({ policy: { observationStaleAfterSeconds } })))).toEqual([
        {
          code: 'INVALID_INPUT',
          field: 'policy.observationStaleAfterSeconds',
          message: `expected 5 to 3600 seconds; got ${observationStaleAfterSeconds}`,
        },
      ]);
    },
  );

  it('names everything that is wrong at once', () => {
    const refusals = refused(
      registerCluster(command({ key: 'No', name: '', policy: { observationStaleAfterSeconds: 1 } })),
    );
    expect(refusals.map(({ field }) => field)).toEqual(['key', 'name', 'policy.observationStaleAfterSeconds']);
  });
});

describe('contact with a cluster', () => {
  it('changes nothing while the right cluster keeps answering', () => {
    const cluster = aCluster();
    expect(accepted(recordContact(cluster, identity, now))).toEqual({ accepted: true, state: cluster, events: [] });
  });

  it('is lost once, with what the last try met', () => {
    const lost = accepted(loseContact(aCluster(), refusedConnection, now));
    expect(lost.events).toEqual([
      { type: 'ClusterContactLost', subjectId: 'cluster_1', from: 'CONNECTED', to: 'LOST', reason: refusedConnection },
    ]);
    expect(lost.state).toMatchObject({ contact: 'LOST', contactReason: { ...refusedConnection, since: now } });
    expect(accepted(loseContact(lost.state, null, secondsLater(60)))).toMatchObject({ state: lost.state, events: [] });
  });

  it('is lost when nobody reported at all, and says so', () => {
    expect(accepted(loseContact(aCluster(), null, now)).events[0]).toMatchObject({
      reason: { code: 'OBSERVER_SILENT' },
    });
  });

  it('is restored once', () => {
    const lost = accepted(loseContact(aCluster(), refusedConnection, now)).state;
    const back = accepted(recordContact(lost, identity, secondsLater(60)));
    expect(back.events).toMatchObject([
      { type: 'ClusterContactRestored', from: 'LOST', to: 'CONNECTED', reason: { code: 'CONTACT' } },
    ]);
    expect(back.state).toMatchObject({ contact: 'CONNECTED', contactReason: { since: secondsLater(60) } });
    expect(accepted(recordContact(back.state, identity, secondsLater(61))).events).toEqual([]);
  });

  it('tells once that another cluster answers, and that one’s silence is no further news', () => {
    const changed = accepted(recordContact(aCluster(), stranger, now));
    expect(changed.events).toEqual([
      {
        type: 'ClusterIdentityChanged',
        subjectId: 'cluster_1',
        from: 'CONNECTED',
        to: 'IDENTITY_CHANGED',
        reason: {
          code: 'CLUSTER_IDENTITY_CHANGED',
          message: 'expected the cluster with UID uid-of-kube-system; uid-of-another answers at its address',
        },
      },
    ]);
    expect(accepted(recordContact(changed.state, stranger, secondsLater(60))).events).toEqual([]);
    expect(accepted(loseContact(changed.state, refusedConnection, secondsLater(60))).events).toEqual([]);
  });

  it('tells of another cluster also when it comes back from a loss as one', () => {
    const lost = accepted(loseContact(aCluster(), refusedConnection, now)).state;
    expect(accepted(recordContact(lost, stranger, now)).events).toMatchObject([
      { type: 'ClusterIdentityChanged', from: 'LOST' },
    ]);
  });

  it('is restored when the right cluster answers again', () => {
    const changed = accepted(recordContact(aCluster(), stranger, now)).state;
    expect(accepted(recordContact(changed, identity, now)).events).toMatchObject([
      { type: 'ClusterContactRestored', from: 'IDENTITY_CHANGED', to: 'CONNECTED' },
    ]);
  });
});

describe('detaching a cluster', () => {
  it('leaves it alone from then on', () => {
    expect(accepted(detachCluster(aCluster(), 'ops'))).toMatchObject({
      state: { desired: 'DETACHED', contact: 'CONNECTED' },
      events: [{ type: 'ClusterDetached', from: 'ACTIVE', to: 'DETACHED', reason: { message: 'detached by ops' } }],
    });
  });

  it('is refused the second time', () => {
    expect(refused(detachCluster(aCluster({ desired: 'DETACHED' }), 'ops'))).toEqual([
      { code: 'CLUSTER_DETACHED', message: 'cluster north is detached already', subjectId: 'cluster_1' },
    ]);
  });
});
