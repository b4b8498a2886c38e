import { Field, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../../graphql/connection.type';
import { Node } from '../../graphql/node.type';
import { DateTime } from '../../graphql/scalars';

@ObjectType('Project', {
  simpleResolvers: true,
  implements: Node,
  description:
    'Owns workspaces and project-scoped tokens and credentials. The project `default` exists from the first start.',
})
export class ProjectType extends Node {
  @Field(() => String, { description: 'Short name for labels and namespaces: unique on the server, never changed.' })
  key: string;
  @Field(() => String, { description: 'Name for people.' })
  name: string;
  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;
  @Field(() => Int, { description: 'Grows by one with each change.' })
  version: number;
}

export const ProjectConnection = connectionType(() => ProjectType, 'Project');
