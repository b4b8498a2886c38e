import { describe, expect, it } from '@jest/globals';
import { accepted, now, refused } from '../testing/builders';
import { createProject } from './project.decisions';

const command = { id: 'project_1', key: 'team-a', name: ' Team A ', now };

describe('creating a project', () => {
  it('keeps its key and its name without outer spaces', () => {
    expect(accepted(createProject(command))).toEqual({
      accepted: true,
      state: { id: 'project_1', key: 'team-a', name: 'Team A', createdAt: now, version: 1 },
      events: [
        {
          type: 'ProjectCreated',
          subjectId: 'project_1',
          from: null,
          to: 'team-a',
          reason: { code: 'CREATED', message: 'project team-a was created' },
        },
      ],
    });
  });

  it('names everything that is wrong at once', () => {
    expect(refused(createProject({ ...command, key: 'Team A', name: ' ' })).map(({ field }) => field)).toEqual([
      'key',
      'name',
    ]);
  });
});
