import type { Knex } from 'knex';
import { identifier } from '../data/sql.js';
import type { ImportFields } from './fields.js';
import { invoicePreview, type InvoiceMonth } from './previewInvoices.js';
import { intervalPreview, type MeterMonth, type PreviewedMeter } from './previewIntervals.js';
import type { Some } from './previewParts.js';
import { readingPreview, type PreviewedRegister } from './previewReadings.js';
import { recordOf } from './rejects.js';
import { BAD, KINDS, REPEATED, STAGED } from './staging.js';

/** What the good rows of a file are, before anything of it is applied. */
export interface Preview {
  /** The first records as they would be stored, each with the number of its account's meter as `meter`. */
  readonly first: readonly Readonly<Record<string, unknown>>[];
  /** Of intervals. */
  readonly meters?: Some<PreviewedMeter>;
  readonly months?: Some<MeterMonth>;
  /** Of readings. */
  readonly registers?: Some<PreviewedRegister>;
  /** Of invoices. */
  readonly invoices?: Some<InvoiceMonth>;
}

/** Records that are shown. */
const FIRST = 5;

/** The good rows `g`: neither bad, nor the same as one before them, nor such as say that a record goes. */
const GOOD = `g as (
  select s.* from ${STAGED} s where not s.deleted
    and not exists (select from ${BAD} b where b.row = s.row)
    and not exists (select from ${REPEATED} r where r.row = s.row)
)`;

/** Looks at the rows of an import, which are staged and checked. */
export async function readPreview(trx: Knex.Transaction, fields: ImportFields): Promise<Preview> {
  const first = await firstRecords(trx, fields);
  if (fields.name === 'non-cumulative') return { first, ...(await intervalPreview(trx, GOOD)) };
  if (fields.name === 'readings') return { first, registers: await readingPreview(trx, GOOD) };
  return fields.name === 'invoices' ? { first, invoices: await invoicePreview(trx, GOOD) } : { first };
}

async function firstRecords(
  trx: Knex.Transaction,
  { columns, kind, account }: ImportFields,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const alias = (name: string): string => (kind.includes(name) ? 'k' : 'g');
  const list = columns.map(({ name, path }) => `${alias(name)}.${identifier(name)} as ${identifier(path)}`);
  const meter = `coalesce(nullif(a.meter_point_number, ''), a.meter_serial_number) as "meter"`;
  const { rows }: { readonly rows: readonly Readonly<Record<string, unknown>>[] } = await trx.raw(
    `with ${GOOD} select ${[...(account === null ? [] : [meter]), ...list].join(', ')}
     from g ${account === null ? '' : 'left join accounts a on a._id = g.account_id'}
       ${kind.length > 0 ? `left join ${KINDS} k using (kind)` : ''} order by g.row limit ${FIRST}`,
  );
  return rows.map((row) => recordOf({ names: Object.keys(row), values: Object.values(row) }));
}
