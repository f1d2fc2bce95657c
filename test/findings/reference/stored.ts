import { sql } from '../../../src/db/sql.js';
import { expect } from 'vitest';
import type { Database } from '../../../src/db/database.js';
import type { Expected } from './found.js';
import { keyOf } from './findings.js';

interface Row {
  readonly kind: string;
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly cost: number | null;
  readonly invoices: readonly string[];
}

/** The open findings of a database, in the form of the reference. */
export async function openFindings(database: Pick<Database, 'rows'>): Promise<readonly Expected[]> {
  const found = await database.rows<Row>(
    sql`select kind, encode(account_id, 'hex') as "accountId", cost, invoice_ids as invoices,
       to_char(start_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "from",
       to_char(end_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "to"
     from findings where status = 'open'`,
  );
  return found
    .map((row) => ({
      ...row,
      cost: row.cost === null ? null : (expect.closeTo(row.cost, 4) as number),
      invoices: row.invoices.toSorted(),
    }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
