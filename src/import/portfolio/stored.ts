import type { Knex } from 'knex';
import { idParameter } from '../../db/sql.js';

/** A stored record that has a name. */
export interface StoredName {
  readonly id: string;
  readonly name: string | null;
}

export interface StoredSite extends StoredName {
  readonly code: string | null;
}

export interface StoredMeter extends StoredName {
  readonly type: string;
  readonly point: string | null;
  readonly serial: string | null;
  readonly siteId: string | null;
}

/** The stored records of a company, in the order of their identifiers. */
export interface StoredPortfolio {
  readonly entities: readonly StoredName[];
  readonly sites: readonly StoredSite[];
  readonly meters: readonly StoredMeter[];
}

/** Reads all stored companies. */
export async function readCompanies(knex: Knex): Promise<readonly StoredName[]> {
  return knex('companies').select({ id: '_id', name: 'name' }).orderBy('_id');
}

/** Reads the stored records of a company. */
export async function readPortfolio(knex: Knex, company: string): Promise<StoredPortfolio> {
  const ofCompany = { company_id: idParameter(company) };
  const entities: readonly StoredName[] = await knex('entities')
    .select({ id: '_id', name: 'name' })
    .where(ofCompany)
    .orderBy('_id');
  const sites: readonly StoredSite[] = await knex('assets')
    .select({ id: '_id', name: 'site_name', code: 'site_code' })
    .where(ofCompany)
    .orderBy('_id');
  const meters: readonly StoredMeter[] = await knex('accounts')
    .select({
      id: '_id',
      name: 'name',
      type: 'type',
      point: 'meter_point_number',
      serial: 'meter_serial_number',
      siteId: 'asset_id',
    })
    .where(ofCompany)
    .orderBy('_id');
  return { entities, sites, meters };
}
