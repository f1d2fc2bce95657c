import { openBench } from './database.js';
import { idOf } from './portfolio.js';

/** The number of records of each resource: the maximum of a page. */
const RECORDS = 10_000;
/** The number of these accounts that have invoices. */
const BILLED = 100;

const id = (tag: number, n: string): string => `(int4send(${tag}) || int8send((${n})::int8))`;
const COMPANY = id(1, '2');
const ENTITY = id(2, '2');
const TEXT = `repeat('abc ', 8)`;

/** The first number of their identifiers, above those of the portfolio. */
const FIRST = 1_000_000;

const STATEMENTS: readonly string[] = [
  `insert into companies (_id, name) values (${COMPANY}, 'Large')`,
  `insert into entities (_id, name, company_id) values (${ENTITY}, 'Large', ${COMPANY})`,
  `insert into assets (_id, site_name, site_code, address_street_address, address_locality, address_region,
     address_post_code, address_country_code, address_latitude, address_longitude, asset_type, floor_area,
     floor_area_unit, no_of_floors, gav, gav_currency, vacancy_rate, construction_year, owned_since,
     tenant_controlled_percent, landlord_controlled_percent, occupancy_level, status, tags, entity_id, company_id)
   select ${id(3, 'n')}, ${TEXT}, 'S' || n, ${TEXT}, ${TEXT}, ${TEXT}, 'AB1 2CD', 'gb', '51.123456', '-0.123456', 'Office',
     500 + n % 250, 'metric', 3, '1000000', 'gbp', 0.25, 1987, now(), 12.5, 87.5, 66.6, 'active',
     array['first', 'second', 'third'], ${ENTITY}, ${COMPANY}
   from generate_series(${FIRST + 1}, ${FIRST + RECORDS}) n`,
  `insert into accounts (_id, name, "group", site_code, type, supplier_ref, meter_point_number, meter_point_number2,
     meter_serial_number, meter_units, automatic_meter_read, status, capacity, meter_operator, meter_location,
     meter_area_served, is_virtual, meter_user, consumption_priority, tags, asset_id, entity_id, company_id)
   select ${id(4, 'n')}, ${TEXT}, 'Group ' || n, 'S' || n, 'gas', 'R' || n, 'P' || n, 'Q' || n, 'S' || n, 'kwh', true, 'active',
     '250', ${TEXT}, ${TEXT}, '120', false, 'tenant', array['hh', 'reading', 'invoice'], array['first', 'second', 'third'],
     ${id(3, 'n')}, ${ENTITY}, ${COMPANY}
   from generate_series(${FIRST + 1}, ${FIRST + RECORDS}) n`,
  `insert into invoices (account_key, _id, account_id, company_id, entity_id, supplier_id, file_name, type, notes, tags,
     status, financial_status, completed, is_paid, simulated, values_invoice_number, values_supplier_ref,
     values_supplier_name, values_recipient, values_meter_point_number, values_meter_serial_number, values_units,
     values_start_read, values_end_read, values_start_read_type, values_end_read_type, values_supply_address,
     values_invoice_date, values_invoice_due_date, values_start_date, values_end_date, values_total_units,
     values_total_unit_cost, values_total_daily, values_total_ccl, values_net_total_cost, values_total_tax,
     values_total_cost, rates)
   select account_key, ${id(7, `account_key * 1000 + m`)}, _id, company_id, entity_id, ${id(9, '1')},
     'invoice-' || account_key || '-' || m || '.pdf', type, ${TEXT}, tags, 'completed', 'approved', true, true, false, 'INV' || m,
     ${TEXT}, 'Supplier', ${TEXT}, meter_point_number, meter_serial_number, 'kwh', '1000', '2000', 'A', 'E', ${TEXT},
     start, start, start, start + interval '27 days', 1234.5, 259.245, 9, 1.5, 268.245, 53.649, 321.894,
     (select jsonb_agg(jsonb_build_object('id', k::text, 'rateName', 'Rate ' || k, 'consumption', 123.4, 'unitRate', 0.21,
       'cost', 25.914, 'units', 'kwh', 'startDate', '2023-01-01T00:00:00.000Z', 'endDate', '2023-01-31T00:00:00.000Z'))
      from generate_series(1, 4) k)
   from (select a.*, m, timestamptz '2016-01-01Z' + m * interval '28 days' as start
     from (select * from accounts where company_id = ${COMPANY} order by _id limit ${BILLED}) a,
       generate_series(1, ${RECORDS / BILLED}) m) i`,
  'analyze',
];

/** The company of these records. */
export const LARGE_COMPANY = idOf('company', 2);

/** Adds records with a value in each field, a full page of each resource, unless they exist. */
export async function addLargeRecords(name: string): Promise<void> {
  const database = openBench(name, 0);
  try {
    const { rows }: { readonly rows: readonly object[] } = await database.knex.raw(
      `select from companies where _id = ${COMPANY}`,
    );
    if (rows.length > 0) return;
    await database.knex.transaction(async (trx) => {
      for (const statement of STATEMENTS) await trx.raw(statement);
    });
  } finally {
    await database.close();
  }
}
