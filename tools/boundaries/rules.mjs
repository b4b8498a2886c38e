import { builtinRules } from 'eslint/use-at-your-own-risk';
import path from 'node:path';

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** @type {import('eslint').Rule.RuleModule} */
const kebabCaseFile = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      name: "'{{name}}' is not kebab-case: words in small letters, joined by dashes; dots separate what kind of file it is.",
    },
  },
  create: (context) => ({
    Program(node) {
      const name = path.basename(context.filename);
      if (!KEBAB_CASE.test(name)) context.report({ node, messageId: 'name', data: { name } });
    },
  }),
};

/** Rules of this repository, in ESLint's plugin form. */
export const ownRules = {
  rules: {
    'kebab-case-file': kebabCaseFile,
    // ESLint's own under a second name: one rule cannot warn at one length and fail at another.
    'max-lines': /** @type {import('eslint').Rule.RuleModule} */ (builtinRules.get('max-lines')),
  },
};
