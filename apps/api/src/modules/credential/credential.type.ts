import { Field, ObjectType, registerEnumType, FieldResolver, Resolver, Root } from 'type-graphql';
import { Node } from '../../graphql/node.type';
import { DateTime } from '../../graphql/scalars';
import type { Credential } from './credential';

const CredentialScopeEnum = { SYSTEM: 'SYSTEM', PROJECT: 'PROJECT' } as const;
registerEnumType(CredentialScopeEnum, {
  name: 'CredentialScope',
  description: 'Who may use a credential.',
  valuesConfig: { SYSTEM: { description: 'The server itself.' }, PROJECT: { description: 'One project.' } },
});

const CredentialKindEnum = { KUBECONFIG: 'KUBECONFIG' } as const;
registerEnumType(CredentialKindEnum, {
  name: 'CredentialKind',
  description: 'What a credential is.',
  valuesConfig: {
    KUBECONFIG: { description: 'A kubeconfig: address, certificate authority and credential of a cluster.' },
  },
});

const CredentialProviderEnum = { FILE: 'FILE', SEALED: 'SEALED' } as const;
registerEnumType(CredentialProviderEnum, {
  name: 'CredentialProvider',
  description: 'Where the secret is kept.',
  valuesConfig: {
    FILE: { description: 'In a file on the server, read anew at each connection.' },
    SEALED: { description: 'In the database, encrypted with the sealing key of the server.' },
  },
});

@ObjectType('CredentialReference', {
  implements: Node,
  description: 'A secret by reference. The secret itself can be written and used, never read.',
})
export class CredentialReference extends Node {
  @Field(() => String, { description: 'Name for people.' })
  name: string;
  @Field(() => CredentialScopeEnum, { description: 'Who may use it.' })
  scope: Credential['scope'];
  @Field(() => CredentialKindEnum, { description: 'What it is.' })
  kind: Credential['kind'];
  @Field(() => String, {
    nullable: true,
    description: 'SHA-256 of its public part, to tell credentials apart; null when it has none.',
  })
  publicFingerprint: string | null;
  @Field(() => DateTime, { description: 'When it was given.' })
  createdAt: Date;
  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was last read for a connection; null when it was not.',
  })
  lastUsedAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description:
      'What came of reading it last: OK or an error code; null when it was not read since it was given. Whether the cluster took it is told by endpoint.lastError.',
  })
  lastResult: string | null;
}

@Resolver(() => CredentialReference)
export class CredentialReferenceResolver {
  @FieldResolver(() => CredentialProviderEnum, { description: 'Where the secret is kept.' })
  provider(@Root() credential: Credential): Credential['source']['provider'] {
    return credential.source.provider;
  }
}
