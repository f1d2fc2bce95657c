import { hash } from 'node:crypto';
import { quoted } from '../../errors/suggest.js';
import { groupBy } from '../../values/groupBy.js';

/** The fields of an account that match it with meter data. */
export interface MeterAccount {
  /** 24 hexadecimal digits. */
  readonly id: string;
  readonly type: string;
  readonly meterPointNumber: string | null;
  readonly meterSerialNumber: string | null;
  readonly name?: string | null;
}

/** The numbers with which a file names a meter. */
export interface MeterName {
  /** The number of the point of supply: MPAN, MPRN, NMI. */
  readonly point?: string | undefined;
  readonly serial?: string | undefined;
  /** A number that may be of the point or the meter. */
  readonly either?: string | undefined;
  /** The label of the column with the number, such as `MPAN`. */
  readonly column?: string | undefined;
  /** The unit of its data, if rows of unmatched meters do not carry it. */
  readonly unit?: string | undefined;
  /** The name of the meter in lists; undefined: that of {@link meterText}. */
  readonly shown?: string | undefined;
}

/**
 * The result of a look-up: the account of a meter. `unmatched` is the name of a meter without an account. `problem` is
 * a clause about another error.
 */
export type MeterMatch =
  { readonly account: MeterAccount } | { readonly unmatched: string } | { readonly problem: string };

export interface Meters {
  /** The owner of the accounts, for messages: `company 5f…`. */
  readonly owner: string;
  readonly accounts: readonly MeterAccount[];
  /**
   * Finds the account of a meter by its serial number, else by its point. If the file has only one number, also looks
   * for it in the other field. Ignores case and spaces.
   * @param types types of account that the data fits; undefined: all types
   */
  find(meter: MeterName, types?: readonly string[]): MeterMatch;
  /** Returns the account with an identifier. Ignores case. */
  byId(id: string): MeterAccount | undefined;
  /** Whether the import creates accounts for unmatched meters. */
  readonly createsMissing?: boolean;
}

/** The `source` of imported meter data. */
export const SOURCE = 'import';
/** A shorter number, such as "1", may be the serial number of one meter and the point of another. */
const LEAST_LENGTH = 5;
/** Accounts that a message names. */
const MAX_NAMED = 3;

/**
 * Creates the look-up of accounts by meter.
 * @param owner the owner of the accounts, for messages: `company 5f…`
 */
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
    accounts,
    byId: (id) => ids.get(id.toLowerCase()),
    find(meter, types) {
      const name = meterText(meter);
      if (name === '') return { problem: 'has no meter' };
      const all = candidates(meter);
      const fitting = types ? all.filter(({ type }) => types.includes(type)) : all;
      const [account, ...others] = fitting;
      if (account && others.length === 0) return { account };
      if (account) {
        return {
          problem: `is ambiguous: ${fitting.length} accounts of ${owner} have the meter ${quoted(name)}: ${list(fitting)}`,
        };
      }
      const [other] = all;
      if (other === undefined) return { unmatched: meter.shown ?? name };
      const allowed = (types ?? []).join(' or ');
      return {
        problem: `is ${quoted(name)}, the meter of account ${other.id}, whose type is ${other.type}, not ${allowed}`,
      };
    },
  };
}

/** Returns the name of a meter in lists: its point and its serial number, or the only one of them. */
export function meterText({ point = '', serial = '', either = '' }: MeterName): string {
  const [first, second] = [point.trim() || either.trim(), serial.trim()];
  return first !== '' && second !== '' ? `${first} (serial ${second})` : first || second;
}

/**
 * Returns an identifier that derives from its parts: the first 24 hexadecimal digits of the SHA-256 hash of the parts,
 * joined by `|`. So importing a file again changes its records and adds none.
 */
export function stableId(...parts: readonly string[]): string {
  return hash('sha256', parts.join('|'), 'hex').slice(0, 24);
}

function indexed(
  accounts: readonly MeterAccount[],
  textOf: (account: MeterAccount) => string | null,
): ReadonlyMap<string, readonly MeterAccount[]> {
  return groupBy(accounts, (account) => normalNumber(textOf(account) ?? '') || null);
}

/** Normalises a meter number for comparison: without blanks and in lower case. */
export function normalNumber(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function list(accounts: readonly MeterAccount[]): string {
  const names = accounts.slice(0, MAX_NAMED).map(({ id }) => id);
  return names.join(', ') + (accounts.length > MAX_NAMED ? ' …' : '');
}
