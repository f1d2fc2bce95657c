import type { FindingAccount } from './finding.js';
import type { ReadRows } from './rows.js';

interface AccountRow extends Omit<FindingAccount, 'area'> {
  readonly areaServed: string | null;
}

/** What rules need to know of accounts, by key. */
export async function readAccounts(
  read: ReadRows,
  keys: readonly number[],
): Promise<ReadonlyMap<number, FindingAccount>> {
  const rows = await read<AccountRow>(
    `select account_key as key, encode(_id, 'hex') as id, type, meter_units as "meterUnits",
       status <> 'inactive' and is_virtual is not true as "isExpected", meter_area_served as "areaServed"
     from accounts where account_key = any(?::int[])`,
    [[...keys]],
  );
  return new Map(rows.map(({ areaServed, ...row }) => [row.key, { ...row, area: areaOf(areaServed) }]));
}

/** Whether half-hours of an account are means, and so no quantities. */
export const isMean = ({ type }: FindingAccount): boolean => type === 'temperature';

/** A plain decimal number, as figures take it; null: it is none. */
function areaOf(text: string | null): number | null {
  return text !== null && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : null;
}
