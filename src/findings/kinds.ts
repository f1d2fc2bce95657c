import { BILL_KINDS } from './billKinds.js';
import { DATA_KINDS } from './dataKinds.js';
import type { KindRow } from './kindRow.js';

/** The closed table of findings; docs/findings.md has each by example. */
export const KINDS = { ...DATA_KINDS, ...BILL_KINDS } as const satisfies Readonly<Record<string, KindRow>>;

export type Kind = keyof typeof KINDS;

/** The names of the kinds, in the order of lists. */
export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

/** A kind's row. */
export function kindRow(kind: Kind): KindRow {
  return KINDS[kind];
}
