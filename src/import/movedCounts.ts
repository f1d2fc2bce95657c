import type { Knex } from 'knex';
import type { PortfolioCount } from '../usage/portfolioCounts.js';
import type { ImportFields } from './fields.js';
import type { Part } from './parts.js';
import { CHANGES } from './staging.js';
import { isStored, ofPart } from './upsert.js';

/**
 * What a part that changes accounts takes from the counts of intervals of their companies and entities, and adds to others: all of
 * an account that moves, or goes. Asked before it is applied; nobody counts intervals of these meanwhile, as they are held
 * (changedPortfolios.ts).
 */
export async function movedCounts(
  trx: Knex.Transaction,
  fields: ImportFields,
  part: Part,
): Promise<readonly PortfolioCount[]> {
  if (part.counts.update + part.counts.delete === 0) return [];
  const { rows }: { readonly rows: readonly (PortfolioCount & { readonly n: number })[] } = await trx.raw(`
    select encode(o.company_id, 'hex') as company, encode(o.entity_id, 'hex') as entity, o.n, i.month, i.records, i.days
    from ${CHANGES} c join ${fields.stored} t on ${isStored(fields)}
      cross join lateral (values (t.company_id, t.entity_id, -1), (c.company_id, c.entity_id, 1)) o(company_id, entity_id, n)
      join interval_counts i on i.account_key = t.account_key
    where ${ofPart(part, 'update', 'delete')} and (o.n < 0 or c.change = 'update')
      and (c.change = 'delete' or (t.company_id, t.entity_id) is distinct from (c.company_id, c.entity_id))`);
  return rows.map(({ company, entity, n, month, records, days }) => ({
    ...{ company, entity, month, records: n * records, days: days.map((count) => n * count) },
  }));
}
