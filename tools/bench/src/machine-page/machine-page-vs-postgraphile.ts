import type { Benchmark } from '../benchmark.ts';
import { createDatabase } from '../database.ts';
import { HttpClient } from '../http-client.ts';
import { POOL_SIZE, startReplica } from '../replica.ts';
import { seedMachines } from '../seed-machines.ts';
import { apiPages, dataOf } from './api-pages.ts';
import { comparePages, MEASURED } from './compare-pages.ts';
import { PAGE_SIZE, type PageServer } from './pages.ts';
import { describePostgraphile, installPostgraphile, startPostgraphile } from './postgraphile.ts';

const OURS = `query Page($first: Int!, $after: Cursor) {
  machines(orderBy: NAME_ASC, first: $first, after: $after) {
    nodes {
      id name lifecycle intent enrollmentState
      health { status observedAt }
      schedulable
      node { nodeName nodeUid }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The same columns of the same four tables; it has no word for `stale`, so that is left out of both. */
const PEERS = `query Page($first: Int!, $after: Cursor) {
  allMachines(orderBy: [NAME_ASC], first: $first, after: $after) {
    nodes {
      rowId name lifecycle intent enrollmentState
      health
      clusterByClusterId { clusterObservationByClusterId { observedAt } }
      machineObservationByMachineId { unschedulable }
      nodeName nodeUid
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

interface OurMachines {
  readonly nodes: readonly {
    readonly id: string;
    readonly name: string;
    readonly lifecycle: string;
    readonly intent: string;
    readonly enrollmentState: string;
    readonly health: { readonly status: string; readonly observedAt: string | null };
    readonly schedulable: boolean;
    readonly node: { readonly nodeName: string; readonly nodeUid: string } | null;
  }[];
  readonly pageInfo: PageInfo;
}

interface PeersMachines {
  readonly nodes: readonly {
    readonly rowId: string;
    readonly name: string;
    readonly lifecycle: string;
    readonly intent: string;
    readonly enrollmentState: string;
    readonly health: string;
    readonly clusterByClusterId: {
      readonly clusterObservationByClusterId: { readonly observedAt: string | null };
    };
    readonly machineObservationByMachineId: { readonly unschedulable: boolean } | null;
    readonly nodeName: string | null;
    readonly nodeUid: string | null;
  }[];
  readonly pageInfo: PageInfo;
}

/** What both must agree on: cursors are each server's own, all else is compared. */
interface Page {
  readonly machines: OurMachines['nodes'];
  readonly hasNextPage: boolean;
}

/** The API against a server that turns GraphQL into SQL by itself and is known to be fast at it. */
export const machinePageVsPostgraphile: Benchmark = async ({ serverUrl, say, signal }) => {
  await installPostgraphile(say, signal);
  await using database = await createDatabase(serverUrl);
  await using replica = await startReplica(database.url);
  await seedMachines(database);
  await using server = startPostgraphile(database.url);
  using client = new HttpClient(`http://127.0.0.1:${await server.line('listening on ')}`);
  using ours = apiPages<OurMachines, Page>(replica, OURS, ({ nodes, pageInfo }) => ({
    machines: nodes,
    hasNextPage: pageInfo.hasNextPage,
  }));
  say('The API and PostGraphile are up; measuring');
  const { bytes, ...samples } = await comparePages(ours, postgraphilePages(client), signal);
  return {
    measured: MEASURED,
    ours: {
      description: `the API, dist/main.js, NODE_ENV=production, pool of ${POOL_SIZE}, access token checked`,
      query: OURS,
      samples: samples.ours,
    },
    peer: { description: describePostgraphile(), query: PEERS, samples: samples.peer },
    notes: [`Bytes of a page: ${bytes.ours} ours, ${bytes.peer} peer; all pages were compared and are equal.`],
  };
};

function postgraphilePages(client: HttpClient): PageServer<Page> {
  return {
    name: 'PostGraphile',
    ask: (after) => client.post('/graphql', { query: PEERS, variables: { first: PAGE_SIZE, after } }),
    read: (text) => {
      const { nodes, pageInfo } = dataOf<{ allMachines: PeersMachines }>(text).allMachines;
      return {
        page: { machines: nodes.map(toOurs), hasNextPage: pageInfo.hasNextPage },
        endCursor: pageInfo.endCursor,
      };
    },
  };
}

function toOurs(machine: PeersMachines['nodes'][number]): OurMachines['nodes'][number] {
  const { observedAt } = machine.clusterByClusterId.clusterObservationByClusterId;
  return {
    id: machine.rowId,
    name: machine.name,
    lifecycle: machine.lifecycle,
    intent: machine.intent,
    enrollmentState: machine.enrollmentState,
    // As PostgreSQL writes it, "+00:00" at the end: the same moment as ours.
    health: { status: machine.health, observedAt: observedAt && new Date(observedAt).toISOString() },
    schedulable: machine.nodeUid !== null && machine.machineObservationByMachineId?.unschedulable === false,
    node: machine.nodeUid === null ? null : { nodeName: machine.nodeName!, nodeUid: machine.nodeUid },
  };
}
