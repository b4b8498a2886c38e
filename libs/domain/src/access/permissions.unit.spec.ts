import { describe, expect, it } from '@jest/globals';
import { roles, type Role } from './access';
import { actions, may, type Action } from './permissions';

/**
 * Every cell, written out by hand. Columns: a token for the whole server; then a token of project p acting on what
 * belongs to p, on what belongs to another project, and on what belongs to none.
 */
const table: Record<Action, Record<Role, string>> = {
  //                                server  own  other  none
  'server.view': { VIEWER: '        yes     yes  yes    yes', OPERATOR: ' yes yes yes yes', ADMIN: ' yes yes yes yes' },
  'project.view': { VIEWER: '       yes     yes  no     no ', OPERATOR: ' yes yes no  no ', ADMIN: ' yes yes no  no ' },
  'project.create': { VIEWER: '     no      no   no     no ', OPERATOR: ' no  no  no  no ', ADMIN: ' yes no  no  no ' },
  'cluster.view': { VIEWER: '       yes     yes  yes    yes', OPERATOR: ' yes yes yes yes', ADMIN: ' yes yes yes yes' },
  'cluster.register': { VIEWER: '   no      no   no     no ', OPERATOR: ' no  no  no  no ', ADMIN: ' yes no  no  no ' },
  'cluster.detach': { VIEWER: '     no      no   no     no ', OPERATOR: ' no  no  no  no ', ADMIN: ' yes no  no  no ' },
  'credential.view': { VIEWER: '    no      no   no     no ', OPERATOR: ' yes no  no  no ', ADMIN: ' yes no  no  no ' },
  'machine.view': { VIEWER: '       yes     yes  yes    yes', OPERATOR: ' yes yes yes yes', ADMIN: ' yes yes yes yes' },
  'workload.view': { VIEWER: '      yes     yes  yes    yes', OPERATOR: ' yes yes yes yes', ADMIN: ' yes yes yes yes' },
  'machine.adopt': { VIEWER: '      no      no   no     no ', OPERATOR: ' yes no  no  no ', ADMIN: ' yes no  no  no ' },
  'accessToken.view': { VIEWER: '   no      no   no     no ', OPERATOR: ' no  no  no  no ', ADMIN: ' yes yes no  no ' },
  'accessToken.create': { VIEWER: ' no      no   no     no ', OPERATOR: ' no  no  no  no ', ADMIN: ' yes yes no  no ' },
  'accessToken.revoke': { VIEWER: ' no      no   no     no ', OPERATOR: ' no  no  no  no ', ADMIN: ' yes yes no  no ' },
};

const scopes = [
  { token: 'the whole server', grantOf: null, subject: 'project p', subjectOf: 'p' },
  { token: 'project p', grantOf: 'p', subject: 'project p', subjectOf: 'p' },
  { token: 'project p', grantOf: 'p', subject: 'project q', subjectOf: 'q' },
  { token: 'project p', grantOf: 'p', subject: 'no project', subjectOf: null },
] as const;

const cells = (Object.keys(table) as Action[]).flatMap((action) =>
  roles.flatMap((role) => {
    const row = table[action][role].trim().split(/\s+/);
    return scopes.map((scope, column) => ({ ...scope, action, role, answer: row[column]! }));
  }),
);

describe('who may do what', () => {
  it('is written down here for every action there is', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(actions).sort());
    expect(cells).toHaveLength(13 * 3 * 4);
    expect(cells.filter(({ answer }) => answer !== 'yes' && answer !== 'no')).toEqual([]);
  });

  it.each(cells)('$action by $role of $token on $subject: $answer', ({ action, role, grantOf, subjectOf, answer }) => {
    expect(may({ role, projectId: grantOf }, action, subjectOf)).toBe(answer === 'yes');
  });

  it('is for the whole server the same whatever the subject belongs to', () => {
    for (const { action, role } of cells) {
      const grant = { role, projectId: null };
      expect(may(grant, action, null)).toBe(may(grant, action, 'p'));
    }
  });
});
