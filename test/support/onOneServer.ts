import type { Engine } from './engines.js';

/** What is different on distributed data, by the property that holds only on one server (docs/scale.md). */
const LEFT_OUT = {
  'one statement': 'figures take several statements',
  plans: 'the plan of a statement is of the coordinator alone',
  'SQL by hand': 'what SQL by hand changes raises no version, and is neither counted nor added up',
  'notes end': 'the note of a change stays until every server has it',
} as const;

const told = new Set<string>();

/**
 * Whether to run a test. On a cluster, skips tests of a property that holds only on one server, and prints this once.
 * @param what the property
 */
export function onOneServer(engine: Engine, what: keyof typeof LEFT_OUT): boolean {
  if (engine !== 'citus') return true;
  if (!told.has(what)) console.log(`Left out on citus: tests of what holds on one server; there ${LEFT_OUT[what]}.`);
  told.add(what);
  return false;
}
