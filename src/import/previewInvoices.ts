import type { Knex } from 'knex';
import { decimal, METER, someOf, type Numbered, type Some } from './previewParts.js';

/** The invoices that a file has of an account, by the month of UTC in which what they are for begins. */
export interface InvoiceMonth {
  /** Null: of no account. */
  readonly accountId: string | null;
  readonly meter: string | null;
  /** As in `2024-01`; null when they have no start. */
  readonly month: string | null;
  readonly invoices: number;
  /** In `unit`; null when none of them says. */
  readonly units: number | null;
  readonly unit: string | null;
  /** In the money of the invoices. */
  readonly cost: number | null;
}

const MONTHS = 100;

/** @param good the common table expression `g` of the good rows */
export async function invoicePreview(trx: Knex.Transaction, good: string): Promise<Some<InvoiceMonth>> {
  const { rows }: { readonly rows: readonly Numbered<InvoiceMonth>[] } = await trx.raw(`
    with ${good}
    select g.account_id as "accountId", ${METER} as meter,
      to_char(g.values_start_date at time zone 'UTC', 'YYYY-MM') as month, count(*) as invoices,
      sum(g.values_total_units) as units, coalesce(nullif(g.values_units, ''), nullif(a.meter_units, '')) as unit,
      sum(g.values_total_cost) as cost, count(*) over () as "all"
    from g left join accounts a on a._id = g.account_id
    group by g.account_id, a._id, 3, 6 order by 2, 1, 3, 6 limit ${MONTHS}`);
  const { shown, all } = someOf(rows);
  const sums = shown.map(({ units, cost, ...row }) => ({
    ...row,
    units: units === null ? null : decimal(units),
    cost: cost === null ? null : decimal(cost),
  }));
  return { shown: sums, all };
}
