import type { Knex } from 'knex';
import { invoiceStatusCounts } from '../usage/records.js';
import type { ImportFields } from './fields.js';
import { CHANGES } from './staging.js';

/** The most invoices that a sentence names. */
const MAX_NAMED = 3;

const WHY = {
  dates: 'has no values.startDate or no values.endDate, so it adds neither consumption nor cost',
  sums: 'has neither values.totalUnits nor values.totalCost, so it adds neither consumption nor cost',
} as const;

interface UnusedInvoices {
  readonly why: keyof typeof WHY;
  readonly count: number;
  readonly ids: readonly string[];
}

/**
 * Returns notices about added or changed invoices that no figure uses although their status counts. There is one
 * sentence for each reason, with the first invoices.
 */
export async function invoiceNotices(trx: Knex.Transaction, { name }: ImportFields): Promise<readonly string[]> {
  if (name !== 'invoices') return [];
  const { rows }: { readonly rows: readonly UnusedInvoices[] } = await trx.raw(
    `select why, max(n)::int as count, array_agg(id order by place) as ids from (
       select why, id, count(*) over (partition by why) as n, row_number() over (partition by why order by row) as place
       from (
         select row, encode(_id, 'hex') as id, case
           when values_start_date is null or values_end_date is null then 'dates'
           when values_total_units is null and values_total_cost is null then 'sums' end as why
         from ${CHANGES} c where change <> 'delete' and ${invoiceStatusCounts('c')}
       ) each where why is not null
     ) numbered where place <= ${MAX_NAMED} group by why order by why`,
  );
  return rows.map(({ why, count, ids }) => {
    const more = count > ids.length ? ` and ${count - ids.length} more` : '';
    const subject = count === 1 ? 'One invoice' : `Each of ${count} invoices`;
    return `${subject} ${WHY[why]}: ${ids.join(', ')}${more}.`;
  });
}
