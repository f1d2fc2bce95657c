import type { SourceRow } from '../sourceRow.js';
import { SOURCE, stableId } from './meters.js';
import { isUnreadable, refusalOf, problemFields, type MeterOutcome, type Unreadable } from './reading.js';

/**
 * A reading of a register, unchanged from the file. The reader of a format supplies the parts. {@link registerRow}
 * decides the outcome.
 */
export interface RegisterReading {
  readonly line: number;
  /** The meter as the file names it. */
  readonly meter: string;
  readonly match: Exclude<MeterOutcome, { readonly skipped: string }>;
  /** The identifier of the register. It differs between meters of one account. Null: the only register of the meter. */
  readonly register: string | Unreadable | null;
  /** The name of the register on the meter; null: the file has none. */
  readonly name: string | null;
  /** The time of the reading, ISO 8601 UTC. */
  readonly span: string | Unreadable;
  /** Null: the unit of the account. */
  readonly unit: string | null;
  readonly value: number | Unreadable;
  readonly isEstimated: boolean | Unreadable;
  /**
   * The quantity since an earlier reading, the time of that reading, and the last change. Undefined: the format has
   * none of these.
   */
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
  // A rejected row has no `_id`: the import derives it from the corrected row.
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
