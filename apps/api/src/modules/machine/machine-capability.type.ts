import type { CapabilityKind } from '@awp/domain';
import { createUnionType, Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { Observed } from '../../graphql/observed.type';
import { DateTime } from '../../graphql/scalars';

export const CapabilityKindEnum = {
  ARCHITECTURE: 'ARCHITECTURE',
  OS: 'OS',
  KERNEL: 'KERNEL',
  CPU: 'CPU',
  MEMORY: 'MEMORY',
  DISK: 'DISK',
  GPU: 'GPU',
  RUNTIME_CLASS: 'RUNTIME_CLASS',
  TRUST_TIER: 'TRUST_TIER',
  LABEL: 'LABEL',
  STORAGE_CLASS: 'STORAGE_CLASS',
  NETWORK: 'NETWORK',
  SERVICE: 'SERVICE',
} as const satisfies Record<CapabilityKind, CapabilityKind>;
registerEnumType(CapabilityKindEnum, {
  name: 'CapabilityKind',
  description: 'What a capability is about.',
  valuesConfig: {
    ARCHITECTURE: { description: 'CPU architecture, in Go’s words: amd64, arm64.' },
    OS: { description: 'Operating system and its image.' },
    KERNEL: { description: 'Kernel version.' },
    CPU: { description: 'Cores.' },
    MEMORY: { description: 'Memory.' },
    DISK: { description: 'Local disk.' },
    GPU: { description: 'GPUs.' },
    RUNTIME_CLASS: { description: 'A runtime handler its kubelet reports.' },
    TRUST_TIER: { description: 'How far it is trusted: declared by a person, never read off the machine.' },
    LABEL: { description: 'A label of its Node.' },
    STORAGE_CLASS: { description: 'A storage class it can use.' },
    NETWORK: { description: 'A network it can reach.' },
    SERVICE: { description: 'A service it offers.' },
  },
});

const CapabilityProvenanceEnum = { OBSERVED: 'OBSERVED', VERIFIED: 'VERIFIED', DECLARED: 'DECLARED' } as const;
registerEnumType(CapabilityProvenanceEnum, {
  name: 'CapabilityProvenance',
  description: 'How a capability is known.',
  valuesConfig: {
    OBSERVED: { description: 'Its Node says so.' },
    VERIFIED: { description: 'It was tried out.' },
    DECLARED: { description: 'A person says so.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'A number with its unit.' })
export class QuantityValue {
  type: 'QUANTITY';
  @Field(() => Float, { description: 'How much.' })
  quantity: number;
  @Field(() => String, { description: 'Of what: cores, bytes, devices.' })
  unit: string;
}

@ObjectType({ simpleResolvers: true, description: 'A text.' })
export class TextValue {
  type: 'TEXT';
  @Field(() => String, { description: 'The text.' })
  text: string;
}

@ObjectType({ simpleResolvers: true, description: 'A yes or no.' })
export class FlagValue {
  type: 'FLAG';
  @Field(() => Boolean, { description: 'Yes or no.' })
  flag: boolean;
}

const valueTypes = { QUANTITY: 'QuantityValue', TEXT: 'TextValue', FLAG: 'FlagValue' } as const;

export const CapabilityValueUnion = createUnionType({
  name: 'CapabilityValue',
  description: 'How much, what, or whether.',
  types: () => [QuantityValue, TextValue, FlagValue] as const,
  resolveType: (value) => valueTypes[value.type],
});

@ObjectType('MachineCapability', {
  simpleResolvers: true,
  implements: Observed,
  description: 'Something a machine can do or has, as data that placement reads.',
})
export class MachineCapabilityType extends Observed {
  @Field(() => CapabilityKindEnum, { description: 'What it is about.' })
  kind: CapabilityKind;
  @Field(() => String, { description: 'Which one of its kind.' })
  key: string;
  @Field(() => CapabilityValueUnion, { description: 'How much, what, or whether.' })
  value: typeof CapabilityValueUnion;
  @Field(() => CapabilityProvenanceEnum, { description: 'How it is known.' })
  provenance: 'OBSERVED' | 'VERIFIED' | 'DECLARED';
  @Field(() => DateTime, {
    nullable: true,
    description: 'When it goes stale if it is not observed again; null when it does not.',
  })
  expiresAt: Date | null;
}
