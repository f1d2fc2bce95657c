import { hash } from 'node:crypto';
import { quoted } from '../../errors/suggest.js';

/** An account as meter data finds it. */
export interface MeterAccount {
  /** 24 hexadecimal digits. */
  readonly id: string;
  readonly type: string;
  readonly meterPointNumber: string | null;
  readonly meterSerialNumber: string | null;
}

/** How a file names a meter. */
export interface MeterName {
  /** The number of the point of supply: MPAN, MPRN, NMI. */
  readonly point?: string | undefined;
  readonly serial?: string | undefined;
  /** A text that may be either. */
  readonly either?: string | undefined;
  /** The label of the column that names it, such as `MPAN`. */
  readonly column?: string | undefined;
  /** The unit of its data, where the rows of a meter without an account do not carry it. */
  readonly unit?: string | undefined;
  /** How lists show it; absent: as {@link meterText} does. */
  readonly shown?: string | undefined;
}

/** The account of a meter; `unmatched` names a meter that no account has; `problem` is a clause about another error. */
export type MeterMatch =
  { readonly account: MeterAccount } | { readonly unmatched: string } | { readonly problem: string };

export interface Meters {
  /** Whose accounts they are, as in `company 5f…`. */
  readonly owner: string;
  /**
   * Finds the account of a meter: one with its serial number, else one with its point, else, of a meter with a single
   * number, one that has it in the other field. Case and spaces make no difference.
   * @param types of account that the data fits; absent: all types
   */
  find(meter: MeterName, types?: readonly string[]): MeterMatch;
  /** The account with an identifier, in lower case. */
  byId(id: string): MeterAccount | undefined;
  /** Whether the import creates an account for each meter without one. */
  readonly createsMissing?: boolean;
}

/** The source of records of meter data. */
export const SOURCE = 'import';
/** Shorter numbers, such as "1", may be a serial number of one meter and the point of another. */
const LEAST_LENGTH = 5;
/** Accounts named in a message. */
const MOST_NAMED = 3;

/** @param owner whose accounts they are, as messages name it: `company 5f…` */
export function createMeters(accounts: readonly MeterAccount[], owner: string): Meters {
  const ids = new Map(accounts.map((account) => [account.id, account]));
  const points = indexed(accounts, ({ meterPointNumber }) => meterPointNumber);
  const serials = indexed(accounts, ({ meterSerialNumber }) => meterSerialNumber);

  // A portfolio may store as the meter point what a file calls the serial number, or the reverse.
  const inOtherField = (point: string, serial: string): readonly MeterAccount[] => {
    if (point !== '' && serial !== '') return [];
    const number = point + serial;
    return number.length < LEAST_LENGTH ? [] : ((serial === '' ? serials : points).get(number) ?? []);
  };

  const candidates = (meter: MeterName): readonly MeterAccount[] => {
    if (meter.either !== undefined) {
      const key = normalNumber(meter.either);
      return points.get(key) ?? serials.get(key) ?? [];
    }
    const [point, serial] = [normalNumber(meter.point ?? ''), normalNumber(meter.serial ?? '')];
    const same = serials.get(serial);
    if (same === undefined) return points.get(point) ?? inOtherField(point, serial);
    const withPoint = same.filter(
      ({ meterPointNumber }) => point !== '' && normalNumber(meterPointNumber ?? '') === point,
    );
    return withPoint.length > 0 ? withPoint : same;
  };

  return {
    owner,
    byId: (id) => ids.get(id.toLowerCase()),
    find(meter, types) {
      const name = meterText(meter);
      if (name === '') return { problem: 'names no meter' };
      const all = candidates(meter);
      const fitting = types ? all.filter(({ type }) => types.includes(type)) : all;
      const [account, ...others] = fitting;
      if (account && others.length === 0) return { account };
      if (account) {
        return { problem: `is ${quoted(name)}, the meter of ${fitting.length} accounts of ${owner}: ${list(fitting)}` };
      }
      const [other] = all;
      if (other === undefined) return { unmatched: meter.shown ?? name };
      const allowed = (types ?? []).join(' or ');
      return {
        problem: `is ${quoted(name)}, the meter of account ${other.id}, which is of ${other.type}, not ${allowed}`,
      };
    },
  };
}

/** A meter as it is listed: its point with its serial number, or the one that there is. */
export function meterText({ point = '', serial = '', either = '' }: MeterName): string {
  const [first, second] = [point.trim() || either.trim(), serial.trim()];
  return first !== '' && second !== '' ? `${first} (serial ${second})` : first || second;
}

/**
 * An identifier that is the same whenever its parts are: the first 24 hexadecimal digits of SHA-256 over the parts,
 * joined by `|`. Importing a file again then changes its records and adds none.
 */
export function stableId(...parts: readonly string[]): string {
  return hash('sha256', parts.join('|'), 'hex').slice(0, 24);
}

function indexed(
  accounts: readonly MeterAccount[],
  textOf: (account: MeterAccount) => string | null,
): ReadonlyMap<string, readonly MeterAccount[]> {
  const index = new Map<string, MeterAccount[]>();
  for (const account of accounts) {
    const key = normalNumber(textOf(account) ?? '');
    if (key === '') continue;
    const same = index.get(key);
    if (same) same.push(account);
    else index.set(key, [account]);
  }
  return index;
}

/** Returns a number without blanks and in lower case, as meters are compared. */
export function normalNumber(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function list(accounts: readonly MeterAccount[]): string {
  const names = accounts.slice(0, MOST_NAMED).map(({ id }) => id);
  return names.join(', ') + (accounts.length > MOST_NAMED ? ' …' : '');
}
