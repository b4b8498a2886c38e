import type { MachineLifecycle } from '@awp/domain';
import { ArrayMaxSize, IsOptional, MaxLength } from 'class-validator';
import { Field, ID, InputType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../graphql/connection.type';
import { MachineLifecycleEnum, MachineType } from './machine.type';

export const MachineConnection = connectionType(() => MachineType, 'Machine');

export const MachineOrderEnum = {
  NAME_ASC: 'NAME_ASC',
  NAME_DESC: 'NAME_DESC',
  CREATED_ASC: 'CREATED_ASC',
  CREATED_DESC: 'CREATED_DESC',
} as const;
registerEnumType(MachineOrderEnum, {
  name: 'MachineOrder',
  description: 'Order of a list of machines; equals are ordered by id.',
  valuesConfig: {
    NAME_ASC: { description: 'By name, byte by byte.' },
    NAME_DESC: { description: 'By name, backwards.' },
    CREATED_ASC: { description: 'First seen first.' },
    CREATED_DESC: { description: 'Last seen first.' },
  },
});

@InputType('MachineFilter', { description: 'Which machines. Parts add up.' })
export class MachineFilterInput {
  @Field(() => [MachineLifecycleEnum], { nullable: true, description: 'In one of these.' })
  @IsOptional()
  @ArrayMaxSize(10)
  lifecycle?: MachineLifecycle[] | null;
  @Field(() => String, {
    nullable: true,
    description: 'Whose name contains this, upper and lower case told apart; at most 253 characters.',
  })
  @IsOptional()
  @MaxLength(253)
  nameContains?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'True: whose Node takes new Pods. False: that are cordoned or have no Node.',
  })
  @IsOptional()
  schedulable?: boolean | null;
  @Field(() => ID, { nullable: true, description: 'Of this cluster.' })
  @IsOptional()
  clusterId?: string | null;
}
