import type { Project, Role } from '@awp/domain';
import { Ctx, Field, FieldResolver, ID, ObjectType, registerEnumType, Resolver, Root } from 'type-graphql';
import { connectionType } from '../../graphql/connection.type';
import type { Context } from '../../graphql/context';
import { Node } from '../../graphql/node.type';
import { DateTime } from '../../graphql/scalars';
import { ProjectType } from '../project/project.type';

export const RoleEnum = { VIEWER: 'VIEWER', OPERATOR: 'OPERATOR', ADMIN: 'ADMIN' } as const satisfies Record<
  Role,
  Role
>;

registerEnumType(RoleEnum, {
  name: 'Role',
  description: 'What a token may do. Each role includes the ones before it.',
  valuesConfig: {
    VIEWER: { description: 'Read.' },
    OPERATOR: { description: 'Also act on machines and workspaces.' },
    ADMIN: { description: 'Also register clusters, create projects and tokens.' },
  },
});

@ObjectType('AccessToken', {
  implements: Node,
  description: 'A bearer token. Its secret is shown once, when it is created, and kept only as a hash.',
})
export class AccessTokenType extends Node {
  @Field(() => String, { description: 'What it is for, in words of whoever created it.' })
  name: string;
  @Field(() => RoleEnum, { description: 'What it may do.' })
  role: Role;
  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;
  @Field(() => String, { description: 'Id of the token that created it, or `sign-in-link`.' })
  createdBy: string;
  @Field(() => DateTime, { description: 'From then on it is refused, and its sockets are closed with 4403.' })
  expiresAt: Date;
  @Field(() => DateTime, { nullable: true, description: 'When it was revoked; null while it was not.' })
  revokedAt: Date | null;
  @Field(() => DateTime, { nullable: true, description: 'Last use, to the minute; null when it was never used.' })
  lastUsedAt: Date | null;
  projectId: string | null;
}

export const AccessTokenConnection = connectionType(() => AccessTokenType, 'AccessToken');

@Resolver(() => AccessTokenType)
export class AccessTokenResolver {
  @FieldResolver(() => ProjectType, {
    nullable: true,
    description: 'The project it is confined to; null for the whole server.',
  })
  project(@Root() token: AccessTokenType, @Ctx() context: Context): Promise<Project | null> | null {
    return token.projectId === null ? null : context.loaders.project.load(token.projectId);
  }
}

@ObjectType({ description: 'Who is asking, as the access token says.' })
export class Viewer {
  @Field(() => ID, { description: 'Id of the token.' })
  tokenId: string;
  @Field(() => String, { description: 'Name of the token.' })
  tokenName: string;
  @Field(() => RoleEnum, { description: 'What it may do.' })
  role: Role;
  @Field(() => DateTime, { description: 'When it expires.' })
  expiresAt: Date;
  projectId: string | null;
}

@Resolver(() => Viewer)
export class ViewerResolver {
  @FieldResolver(() => ProjectType, {
    nullable: true,
    description: 'The project the token is confined to; null for the whole server.',
  })
  project(@Root() viewer: Viewer, @Ctx() context: Context): Promise<Project | null> | null {
    return viewer.projectId === null ? null : context.loaders.project.load(viewer.projectId);
  }
}
