import { currencySql } from '../data/currency.js';
import { findByName } from '../data/findByName.js';
import type { Database } from '../db/database.js';
import { idParameter, knexText, sql } from '../db/sql.js';
import type { BillAccount, BillLookups, StoredBill } from './formats/bills/billTypes.js';
import type { MeterAccount } from './formats/meters.js';

/**
 * Returns the identifier of a company or account that an option names.
 * @throws Error that begins with "the" and lists the nearest records
 */
export async function idOf(
  { knex }: Database,
  kind: 'company' | 'account',
  text: string,
  company: string | null,
): Promise<string> {
  const match = await findByName(knex, kind, text, company);
  if ('problem' in match) throw new Error(match.problem);
  return match.id;
}

/** The most companies that a message names. */
const MAX_NAMED = 5;

/**
 * Returns the company of an account.
 * @throws Error that begins with "the" if the account does not exist
 */
export async function companyOf({ knex }: Database, account: string): Promise<string> {
  const rows: readonly { readonly company: string }[] = await knex('accounts')
    .select({ company: 'company_id' })
    .where({ _id: idParameter(account) });
  if (!rows[0]) throw new Error(`the account ${account} does not exist`);
  return rows[0].company;
}

/**
 * Returns the accounts of a company, with their meter numbers.
 * @throws Error that begins with "the" if the company does not exist
 */
export async function metersOf({ knex }: Database, company: string): Promise<readonly MeterAccount[]> {
  const companies: readonly { readonly id: string; readonly name: string | null }[] = await knex('companies')
    .select({ id: '_id', name: 'name' })
    .orderBy('_id')
    .limit(MAX_NAMED);
  if (
    !(await knex('companies')
      .where({ _id: idParameter(company) })
      .first())
  ) {
    const names = companies.map(({ id, name }) => (name === null ? id : `${id} (${name})`));
    const hint = names.length === 0 ? 'there are no companies yet' : `companies include ${names.join(', ')}`;
    throw new Error(`the company ${company} does not exist; ${hint}`);
  }
  return knex('accounts')
    .select({
      id: '_id',
      type: 'type',
      meterPointNumber: 'meter_point_number',
      meterSerialNumber: 'meter_serial_number',
      name: 'name',
    })
    .where({ company_id: idParameter(company) });
}

interface AccountRow {
  readonly id: string;
  readonly name: string | null;
  readonly site: string | null;
  readonly type: string;
  readonly supplierRef: string | null;
  readonly point: string | null;
  readonly point2: string | null;
  readonly serial: string | null;
  readonly currency: string | null;
}

/** The number of bill numbers that one statement looks up. */
const AT_ONCE = 5_000;

/** Returns the lookups for a table of bills: the accounts of a company, the suppliers and the stored invoices. */
export async function billLookups({ knex }: Database, company: string): Promise<BillLookups> {
  const { column, join } = currencySql('a');
  const { text, bindings } = knexText(
    sql`select encode(a._id, 'hex') as id, a.name, s.site_name as site, a.type, a.supplier_ref as "supplierRef",
       a.meter_point_number as point, a.meter_point_number2 as point2, a.meter_serial_number as serial,
       ${column} as currency
     from accounts a left join assets s on s._id = a.asset_id ${join} where a.company_id = ${idParameter(company)}`,
  );
  const { rows }: { readonly rows: readonly AccountRow[] } = await knex.raw(text, [...bindings] as never[]);
  const named: { readonly rows: readonly { readonly id: string; readonly name: string }[] } = await knex.raw(
    `select min(encode(_id, 'hex')) as id, lower(trim(name)) as name from suppliers group by 2 having count(*) = 1`,
  );
  return {
    accounts: rows.map(accountOf),
    suppliers: new Map(named.rows.map(({ id, name }) => [name, id])),
    async stored(accountIds, numbers) {
      const bills: StoredBill[] = [];
      for (let from = 0; from < numbers.length; from += AT_ONCE) {
        const { rows: some }: { readonly rows: readonly StoredBill[] } = await knex.raw(
          `select encode(i._id, 'hex') as id, encode(a._id, 'hex') as "accountId", i.values_invoice_number as number,
             coalesce(i.values_total_cost, i.values_net_total_cost, 0) < 0 or coalesce(i.values_total_units, 0) < 0 as "isCredit"
           from invoices i join accounts a on a.account_key = i.account_key
           where a._id = any(?::bytea[]) and i.values_invoice_number = any(?::text[])`,
          [accountIds.map(idParameter), numbers.slice(from, from + AT_ONCE)] as never[],
        );
        bills.push(...some);
      }
      return bills;
    },
  };
}

function accountOf({ id, name, site, type, supplierRef, point, point2, serial, currency }: AccountRow): BillAccount {
  const label = name ?? (site === null ? type : `${site} – ${type}`);
  const numbers = [point, point2, serial].flatMap((number) =>
    number === null || number.trim() === '' ? [] : [number],
  );
  return { id, label, supplierRef: supplierRef === '' ? null : supplierRef, numbers, currency };
}
