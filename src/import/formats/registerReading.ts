import type { SourceRow } from '../sourceRow.js';
import { SOURCE, stableId } from './meters.js';
import { isUnreadable, refusalOf, problemFields, type MeterOutcome, type Unreadable } from './reading.js';

/** A reading of a register, unchanged from the file. A format reads the parts; {@link registerRow} decides the outcome. */
export interface RegisterReading {
  readonly line: number;
  /** The meter as the file names it. */
  readonly meter: string;
  readonly match: Exclude<MeterOutcome, { readonly skipped: string }>;
  /** Another meter at the same account has other registers. */
  readonly register: string | Unreadable;
  /** As the meter names the register. */
  readonly name: string;
  /** When the register was read: ISO 8601 UTC. */
  readonly span: string | Unreadable;
  /** Null: the account's. */
  readonly unit: string | null;
  readonly value: number | Unreadable;
  readonly isEstimated: boolean | Unreadable;
  /** The quantity since an earlier reading, the moment of that reading, and the last change. Absent: the format lacks these. */
  readonly stated?: {
    readonly quantity: unknown;
    readonly from: string | null;
    readonly statedAt: string | null;
  };
}

/** The fields of a reading's row, in order. */
const READING_NAMES: readonly string[] = [
  ...['_id', 'accountId', 'submittedAt', 'value', 'type', 'units', 'name', 'source', 'registerId'],
  ...['quantity', 'quantityFrom', 'statedAt'],
];

/** Returns the row of a reading: a record, or a rejected row, decided in the order of {@link refusalOf}. */
export function registerRow(reading: RegisterReading): SourceRow {
  const { line, meter, match, register, name, span, unit, value, isEstimated, stated } = reading;
  const refusal = refusalOf(reading);
  const id = 'account' in match ? match.account.id : null;
  const [at, registerId] = [isUnreadable(span) ? span.text : span, isUnreadable(register) ? null : register];
  const isRecord = refusal === null && id !== null;
  // A bad row has no `_id`: the import makes it of what the mended row says.
  const recordId = isRecord ? stableId(id, String(at), registerId ?? '', SOURCE) : null;
  const shown = isUnreadable(value) ? value.text : value;
  const type = isUnreadable(isEstimated) ? isEstimated.text : isEstimated ? 'E' : 'A';
  const ofRegister = [recordId, id, at, shown, type, unit, name, SOURCE, registerId];
  const row = {
    line,
    names: READING_NAMES,
    values: [...ofRegister, stated?.quantity, stated?.from, stated?.statedAt],
  };
  if (isRecord) return row;
  if ('unmatched' in match) return { ...row, meter, unmatched: match.unmatched };
  return { ...row, meter, ...problemFields(refusal) };
}
