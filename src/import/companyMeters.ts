import type { Database } from '../data/database.js';
import { idParameter } from '../data/sql.js';
import type { MeterAccount } from './formats/meters.js';

/** Companies that a message names. */
const MOST_NAMED = 5;

/**
 * The company of an account.
 * @throws Error that begins with "the" when there is no such account
 */
export async function companyOf({ knex }: Database, account: string): Promise<string> {
  const rows: readonly { readonly company: string }[] = await knex('accounts')
    .select({ company: 'company_id' })
    .where({ _id: idParameter(account) });
  if (!rows[0]) throw new Error(`the account ${account} does not exist`);
  return rows[0].company;
}

/**
 * The accounts of a company, with the numbers of their meters.
 * @throws Error that begins with "the" when there is no such company
 */
export async function metersOf({ knex }: Database, company: string): Promise<readonly MeterAccount[]> {
  const known: readonly { readonly id: string; readonly name: string | null }[] = await knex('companies')
    .select({ id: '_id', name: 'name' })
    .orderBy('_id')
    .limit(MOST_NAMED);
  if (
    !(await knex('companies')
      .where({ _id: idParameter(company) })
      .first())
  ) {
    const names = known.map(({ id, name }) => (name === null ? id : `${id} (${name})`));
    const there = names.length === 0 ? 'there is none yet' : `among those that there are: ${names.join(', ')}`;
    throw new Error(`the company ${company} does not exist; ${there}`);
  }
  return knex('accounts')
    .select({
      id: '_id',
      type: 'type',
      meterPointNumber: 'meter_point_number',
      meterSerialNumber: 'meter_serial_number',
    })
    .where({ company_id: idParameter(company) });
}
