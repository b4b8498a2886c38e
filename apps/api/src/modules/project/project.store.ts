import type { Project } from '@awp/domain';
import { readKeysetPage } from '../../persistence/keyset';
import type { Page, PageRequest } from '../../persistence/page';
import type { Sql } from '../../persistence/sql';

interface ProjectRow {
  id: string;
  key: string;
  name: string;
  created_at: Date;
  version: number;
}

const COLUMNS = 'id, key, name, created_at, version';

const toProject = (row: ProjectRow): Project => ({
  id: row.id,
  key: row.key,
  name: row.name,
  createdAt: row.created_at,
  version: row.version,
});

export async function findProjects(sql: Sql, ids: readonly string[]): Promise<Project[]> {
  const { rows } = await sql.query<ProjectRow>(`SELECT ${COLUMNS} FROM project WHERE id = ANY ($1)`, [ids]);
  return rows.map(toProject);
}

export async function findProjectByKey(sql: Sql, key: string): Promise<Project | null> {
  const { rows } = await sql.query<ProjectRow>(`SELECT ${COLUMNS} FROM project WHERE key = $1`, [key]);
  return rows[0] === undefined ? null : toProject(rows[0]);
}

/** `only`: the one project a project-scoped token may see. */
export function pageProjects(sql: Sql, request: PageRequest, only: string | null): Promise<Page<Project>> {
  return readKeysetPage<ProjectRow, Project>(
    sql,
    {
      from: 'project',
      columns: COLUMNS,
      conditions: only === null ? [] : ['id = $1'],
      parameters: only === null ? [] : [only],
      order: { name: 'KEY', columns: ['key'], direction: 'ASC', keyOf: (project) => [project.key] },
      toItem: toProject,
    },
    request,
  );
}

/** False when the key is taken. */
export async function insertProject(sql: Sql, project: Project): Promise<boolean> {
  const { affected } = await sql.query(
    'INSERT INTO project (id, key, name, created_at, version) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (key) DO NOTHING',
    [project.id, project.key, project.name, project.createdAt, project.version],
  );
  return affected === 1;
}
