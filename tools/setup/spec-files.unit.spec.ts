import { describe, expect, it } from '@jest/globals';
import { needsCluster, needsDatabase, needsOf, selectSpecFiles, tierOf } from './spec-files.mjs';

const spec = (file: string) => ({ file, tier: tierOf(file), needs: [] });

const files = [
  spec('libs/domain/src/machine/machine.unit.spec.ts'),
  spec('apps/api/src/modules/machine/machine.int.spec.ts'),
  spec('libs/k8s-adapter/src/observe/observe.cluster.spec.ts'),
  spec('tools/setup/start.faults.spec.ts'),
  spec('apps/api/src/operations/claim.cluster.faults.spec.ts'),
];

const namesOf = (selected: { file: string }[]) => selected.map(({ file }) => file.split('/').at(-1));

describe('choosing spec files', () => {
  it('takes every tier but the faults', () => {
    expect(namesOf(selectSpecFiles(files, { faults: false, patterns: [] }))).toEqual([
      'machine.unit.spec.ts',
      'machine.int.spec.ts',
      'observe.cluster.spec.ts',
    ]);
  });

  it('takes the faults alone when they are asked for', () => {
    expect(namesOf(selectSpecFiles(files, { faults: true, patterns: [] }))).toEqual([
      'start.faults.spec.ts',
      'claim.cluster.faults.spec.ts',
    ]);
  });

  it('takes what any pattern matches, in whatever case', () => {
    expect(namesOf(selectSpecFiles(files, { faults: false, patterns: ['DOMAIN', 'observe'] }))).toEqual([
      'machine.unit.spec.ts',
      'observe.cluster.spec.ts',
    ]);
  });

  it('says what is wrong with a pattern that is none', () => {
    expect(() => selectSpecFiles(files, { faults: false, patterns: ['machine('] })).toThrow('is no pattern');
  });
});

describe('a spec file', () => {
  it('without a tier is an error, since nothing would run it', () => {
    expect(() => tierOf('libs/domain/src/machine.spec.ts')).toThrow('belongs to no tier');
  });

  it('of the faults tier needs a cluster only if its name says so', () => {
    expect(files.filter(needsCluster).map(({ tier }) => tier)).toEqual(['cluster', 'faults']);
  });

  it('needs a database unless it is a unit test', () => {
    expect(files.filter(needsDatabase)).toHaveLength(4);
  });

  it('names the programs it needs in a comment', () => {
    expect(needsOf('/**\n * @needs chromium\n */\n// @needs git\nconst text = "@needs nothing";')).toEqual([
      'chromium',
      'git',
    ]);
  });
});
