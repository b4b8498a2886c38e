import { errorCatalogue, type ErrorCode, type Refusal } from '@awp/domain';
import { IsOptional, Length } from 'class-validator';
import {
  createUnionType,
  Field,
  FieldResolver,
  InputType,
  ObjectType,
  Resolver,
  Root,
  Ctx,
  type ClassType,
} from 'type-graphql';
import type { Context } from './context';
import { loadNode } from './load-node';
import { Node } from './node.type';

@ObjectType({ description: 'One thing the caller can put right.' })
export class InputFailure {
  @Field(() => String, { description: 'Code from docs/errors.md.' })
  code: ErrorCode;
  @Field(() => String, {
    nullable: true,
    description: 'The input field at fault, as a path; null when the state of the subject is.',
  })
  field: string | null;
  @Field(() => String, { description: 'What was expected and what was seen.' })
  message: string;
  @Field(() => String, { nullable: true, description: 'What to do about it.' })
  remedy: string | null;
  @Field(() => Boolean, { description: 'Whether the same call may succeed later without a change.' })
  retryable: boolean;
  subjectId: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The mutation was refused and changed nothing.' })
export class Rejected {
  @Field(() => [InputFailure], { description: 'Every reason, not just the first.' })
  errors: InputFailure[];
}

@Resolver(() => InputFailure)
export class InputFailureResolver {
  @FieldResolver(() => Node, { nullable: true, description: 'What the refusal is about, when it exists already.' })
  subject(@Root() failure: InputFailure, @Ctx() context: Context): Promise<object | null> | null {
    return failure.subjectId === null ? null : loadNode(context, failure.subjectId);
  }
}

export function rejected(refusals: readonly Refusal[]): Rejected {
  const errors = refusals.map((refusal) => ({
    code: refusal.code,
    field: refusal.field ?? null,
    message: refusal.message,
    remedy: errorCatalogue[refusal.code].remedy,
    retryable: errorCatalogue[refusal.code].retryable,
    subjectId: refusal.subjectId ?? null,
  }));
  return { errors };
}

/** The payload of one mutation: its Ok type or the Rejected that all share. */
export function mutationResult<T extends object>(mutation: string, ok: ClassType<T>): T | Rejected {
  return createUnionType({
    name: `${mutation}Result`,
    description: `What ${mutation} answers.`,
    types: () => [ok, Rejected] as const,
    resolveType: (value: object) => ('errors' in value ? Rejected : ok),
  }) as unknown as T | Rejected;
}

@InputType({ description: 'What every mutation takes.' })
export abstract class MutationInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Makes a retry safe: the same key with the same input gets the first answer, with another input IDEMPOTENCY_CONFLICT. 1 to 200 characters; kept for 7 days.',
  })
  @IsOptional()
  @Length(1, 200)
  idempotencyKey?: string | null;
}
