import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { listComplexity, PageArgs, toConnection } from '../../../graphql/connection.type';
import type { Context } from '../../../graphql/context';
import { pageProjects } from '../project.store';
import { ProjectConnection } from '../project.type';

@Resolver()
export class ProjectsQuery {
  @Query(() => ProjectConnection, {
    complexity: listComplexity,
    description: 'Projects by key. A project-scoped token sees its own.',
  })
  async projects(@Args(() => PageArgs) page: PageArgs, @Ctx() context: Context): Promise<object> {
    const caller = context.assertMay('project.view', context.caller?.projectId ?? null);
    return toConnection(await pageProjects(context.app.db, page.request, caller.projectId));
  }
}
