import { BILL_KINDS } from './billKinds.js';
import { DATA_KINDS } from './dataKinds.js';
import type { KindRow } from './kindRow.js';

/** The closed table of the kinds of findings. docs/findings.md shows an example of each. */
export const KINDS = { ...DATA_KINDS, ...BILL_KINDS } as const satisfies Readonly<Record<string, KindRow>>;

export type FindingKind = keyof typeof KINDS;

/** The names of the kinds, in the order of lists. */
export const KIND_NAMES = Object.keys(KINDS) as readonly FindingKind[];

/** Returns the table row of a kind. */
export function kindRow(kind: FindingKind): KindRow {
  return KINDS[kind];
}
