import { accountKeys, type VisibleKey } from '../data/access.js';
import { sql } from '../db/sql.js';
import { currencySql } from '../data/currency.js';
import { UTC } from '../values/offsets.js';
import { zoneOfCountry } from '../values/timeZone.js';
import type { FindingAccount } from './finding.js';
import type { ReadRows } from '../db/rowsIn.js';

interface AccountRow extends Omit<FindingAccount, 'area' | 'timeZone'> {
  readonly areaServed: string | null;
  /** Null: the asset has no time zone. */
  readonly ownZone: string | null;
}

/** Reads the accounts' data that the rules need, by account key. */
export async function readAccounts(
  read: ReadRows,
  keys: readonly VisibleKey[],
): Promise<ReadonlyMap<number, FindingAccount>> {
  const { column, join } = currencySql('a');
  const rows = await read<AccountRow>(
    sql`select a.account_key as key, encode(a._id, 'hex') as id, a.type, a.meter_units as "meterUnits",
       a.status <> 'inactive' and a.is_virtual is not true as "isExpected", a.meter_area_served as "areaServed",
       ${column} as currency, lower(s.address_country_code) as country,
       s.time_zone as "ownZone"
     from accounts a left join assets s on s._id = a.asset_id ${join}
     where a.account_key = any(${accountKeys(keys)})`,
  );
  return new Map(
    rows.map(({ areaServed, ownZone, ...row }) => {
      const timeZone = ownZone ?? (row.country === null ? null : zoneOfCountry(row.country)) ?? UTC;
      return [row.key, { ...row, area: areaOf(areaServed), timeZone }];
    }),
  );
}

/** Returns whether half-hours of an account are means and not quantities, so that rules must not add them up. */
export const isMean = ({ type }: FindingAccount): boolean => type === 'temperature';

/** Parses a plain decimal number, by the rule of figures: no sign and no exponent. Returns null for any other text. */
function areaOf(text: string | null): number | null {
  return text !== null && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : null;
}
