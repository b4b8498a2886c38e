import { expect, it } from '@jest/globals';
import { KubeConfig } from '@kubernetes/client-node';
import path from 'node:path';

it('resolves a package of ours to its source, so that tests need no build', () => {
  expect(require.resolve('@awp/domain')).toBe(path.resolve(__dirname, '../../libs/domain/src/index.ts'));
});

it('loads @kubernetes/client-node, which is an ES module with others below it', () => {
  expect(new KubeConfig().getContexts()).toEqual([]);
});
