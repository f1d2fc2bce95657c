#!/usr/bin/env node
import { nodeProblem } from '../config/root.js';

// An older Node fails with a stack trace while it loads static imports, so this file checks the version first.
const problem = nodeProblem(process.versions.node);
if (problem === null) {
  const [{ outliveOutput }, { runCommand }] = await Promise.all([import('./output.js'), import('./runCommand.js')]);
  outliveOutput();
  await runCommand();
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
