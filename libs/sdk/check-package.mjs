/** Checks a packed tarball as its users' tools will read it: node check-package.mjs package.tgz */
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

const tarball = readFileSync(process.argv[2]);
const types = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
const contents = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });

const problems = [
  ...(types.types ? types.problems.map((problem) => `attw: ${JSON.stringify(problem)}`) : ['attw: there are no types']),
  ...contents.messages.map((message) => `publint: ${JSON.stringify(message)}`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
