import { ESLint } from 'eslint';
import { text } from 'node:stream/consumers';

/**
 * Lints texts as if they stood in files of this repository: on stdin a list of { file, text } in JSON, on stdout a list
 * of the ids of the rules that each one breaks. A program of its own, because ESLint loads its configuration as an ES
 * module, which a test's environment does not.
 */
const eslint = new ESLint({ cwd: new URL('../..', import.meta.url).pathname });
/** @type {{ file: string, text: string }[]} */
const cases = JSON.parse(await text(process.stdin));
const broken = [];
for (const { file, text: code } of cases) {
  const results = await eslint.lintText(code, { filePath: file, warnIgnored: true });
  broken.push(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message)));
}
console.log(JSON.stringify(broken));
