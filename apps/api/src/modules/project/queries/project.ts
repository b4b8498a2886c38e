import { checkOneOf } from '../../../graphql/check-one-of';
import type { Project } from '@awp/domain';
import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { findProjectByKey } from '../project.store';
import { ProjectType } from '../project.type';

@Resolver()
export class ProjectQuery {
  @Query(() => ProjectType, {
    nullable: true,
    description: 'A project by exactly one of id and key; null when there is none that the caller may see.',
  })
  async project(
    @Arg('id', () => ID, { nullable: true }) id: string | null,
    @Arg('key', () => String, { nullable: true }) key: string | null,
    @Ctx() context: Context,
  ): Promise<Project | null> {
    context.assertMay('project.view', context.caller?.projectId ?? null);
    checkOneOf({ id, key });
    const project = id ? await context.loaders.project.load(id) : await findProjectByKey(context.app.db, key!);
    return project !== null && context.may('project.view', project.id) ? project : null;
  }
}
