/**
 * Imported first by every command, so that a Node too old for the rest is told so in words.
 * Keep this file, and the syntax of everything the commands import, readable by Node 16.
 */
const oldestNode = 20;

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  process.stderr.write(
    [
      '',
      'This Node.js is too old.',
      `  expected  Node.js ${oldestNode} or newer`,
      `  seen      Node.js ${process.versions.node} (${process.execPath})`,
      '  to do     install a newer Node.js, for example with your version manager, and run the same command again',
      '',
    ].join('\n'),
  );
  process.exit(1);
}
