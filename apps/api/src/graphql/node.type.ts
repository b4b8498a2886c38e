import { Field, ID, InterfaceType } from 'type-graphql';
import { kindOfId, type IdPrefix } from '../persistence/ids';

const typeNames: Readonly<Record<IdPrefix, string>> = {
  project: 'Project',
  token: 'AccessToken',
  cluster: 'Cluster',
  machine: 'Machine',
  workload: 'Workload',
  credential: 'CredentialReference',
};

@InterfaceType({
  description: 'Anything with an id. `node(id:)` finds it again.',
  resolveType: (value: { id: string }) => typeNames[kindOfId(value.id)!],
})
export abstract class Node {
  @Field(() => ID, {
    description:
      'A TypeID: kind, underscore, UUIDv7, as in machine_01j…. Opaque, sortable by creation, safe in URLs, labels and logs; the same everywhere.',
  })
  id: string;
}
