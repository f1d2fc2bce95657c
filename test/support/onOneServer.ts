import type { Engine } from './engines.js';

/** What holds where the database is on one server, and otherwise where it is distributed (docs/scale.md). */
const LEFT_OUT = {
  'one statement': 'figures take several statements',
  plans: 'the plan of a statement is of the coordinator alone',
  'SQL by hand': 'what SQL by hand changes raises no version, and is neither counted nor added up',
  'notes end': 'the note of a change stays until every server has it',
} as const;

const told = new Set<string>();

/**
 * Whether a test is to be run: all are, but those of what holds on one server alone, which say so where they are left out.
 * @param what of it the test is about
 */
export function onOneServer(engine: Engine, what: keyof typeof LEFT_OUT): boolean {
  if (engine !== 'citus') return true;
  if (!told.has(what)) console.log(`Left out on citus: tests of what holds on one server; there ${LEFT_OUT[what]}.`);
  told.add(what);
  return false;
}
