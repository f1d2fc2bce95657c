import { findByName, nameKey } from '../../data/findByName.js';
import { UTILITY_TYPES, type UtilityType } from '../../data/utilityTypes.js';
import type { Database } from '../../db/database.js';
import { idParameter } from '../../db/sql.js';
import { quoted } from '../../errors/suggest.js';
import { conversionOf, unitsOf } from '../../usage/units.js';
import { plainName } from '../formats/meterColumns.js';
import { normalNumber, stableId } from '../formats/meters.js';
import { type ImportName, type ImportOptions, importRecords } from '../importRecords.js';
import { recordRows, type SourceRow } from '../sourceRow.js';
import { type MissingMeter, type MissingMeters, missingText } from './missingMeters.js';

/** The options of an import that creates accounts for unmatched meters. */
export interface NewMeterOptions {
  /** The type and the unit of the meters if the file lacks them. */
  readonly type: UtilityType | null;
  readonly unit: string | null;
  /** Whether the file is one of a folder. The content of the file then takes precedence over the options. */
  readonly isFolder: boolean;
  /** The name or identifier of the site of the meters. */
  readonly site: string;
  /** The canonical name of the time zone of a new site; null: the zone of its country, or of the service. */
  readonly timeZone: string | null;
}

/** An account that an import creates. */
export interface NewMeter {
  /** The number of the meter. */
  readonly meter: string;
  readonly type: UtilityType;
  readonly unit: string;
  readonly accountId: string;
}

/** The accounts that an import creates, and their site. */
export interface NewMeters {
  readonly site: Pick<Site, 'id' | 'name' | 'isNew' | 'near'>;
  readonly meters: readonly NewMeter[];
}

/** The new meters, and the records to import for them. */
export interface PlannedMeters extends NewMeters {
  readonly records: readonly (readonly [ImportName, readonly Readonly<Record<string, unknown>>[]])[];
}

/**
 * Plans an account for each unmatched meter.
 * @param rows the rows of the file, which this function reads to the end
 * @returns null if every meter has an account
 * @throws Error that begins with "the" if the type, the unit or the site is not certain
 */
export async function planNewMeters(
  database: Database,
  rows: AsyncIterable<readonly SourceRow[]>,
  missing: MissingMeters,
  options: NewMeterOptions,
): Promise<PlannedMeters | null> {
  for await (const batch of rows) missing.count(batch);
  const [meters, company] = [missing.list(), missing.company()];
  if (meters.length === 0 || company === null) return null;
  const described = describeMeters(meters, options);
  const { entityId, ...site } = await findSite(database, company, options.site);
  const accounts = described.map((meter) => ({ ...accountOf(meter, company), assetId: site.id, entityId }));
  const assets = site.isNew
    ? [{ _id: site.id, companyId: company, siteName: site.name, timeZone: options.timeZone }]
    : [];
  return {
    site,
    meters: described.map(({ meter, type, unit }, index) => ({
      ...{ meter: missingText(meter), type, unit },
      accountId: accounts[index]?._id ?? '',
    })),
    records: [
      ['assets', assets],
      ['accounts', accounts],
    ],
  };
}

/**
 * Returns the account of a meter. The identifier derives from the company, the number and the type, so a second run
 * creates the same account.
 */
function accountOf(
  { meter: { point, serial }, type, unit }: DescribedMeter,
  company: string,
): Readonly<Record<string, unknown>> & { readonly _id: string } {
  const number = point ?? serial ?? '';
  return {
    _id: stableId('meter', company, normalNumber(number), type),
    ...{ companyId: company, type, meterUnits: unit, name: number },
    ...{ meterPointNumber: point, meterSerialNumber: serial },
  };
}

/**
 * Stores the site and the planned accounts, in two separate imports.
 * @param file the name of the file, for the journal
 * @throws Error that begins with "the" if the import refuses a record
 */
export async function storeNewMeters(
  database: Database,
  { records }: PlannedMeters,
  file: string,
  options: Pick<ImportOptions, 'onWait' | 'onStopped'>,
): Promise<void> {
  for (const [name, list] of records) {
    if (list.length === 0) continue;
    const { errors } = await importRecords(database, name, { name: file, rows: recordRows(list) }, options);
    const [error] = errors;
    if (error) throw new Error(`the import cannot store the new ${name}: ${error.field ?? ''} ${error.reason}`);
  }
}

/** The site of new meters. */
interface Site {
  readonly id: string;
  readonly name: string;
  /** Null: the site belongs to no entity. */
  readonly entityId: string | null;
  /** Whether the import creates the site. */
  readonly isNew: boolean;
  /** For a new site, the sites of the company with a similar name; null: none. */
  readonly near: string | null;
}

/**
 * Finds a site of a company by its identifier, or by its name or site code in any case. An unknown name becomes a new
 * site. Its identifier derives from the company and the name.
 * @throws Error that begins with "the" if no site has the identifier, or several have the name
 */
async function findSite({ knex }: Database, company: string, text: string): Promise<Site> {
  const match = await findByName(knex, 'asset', text, company);
  if ('problem' in match) {
    if (match.matches > 0) throw new Error(match.problem);
    const name = text.trim().replace(/\s+/g, ' ');
    return { id: stableId('site', company, nameKey(name)), name, entityId: null, isNew: true, near: match.near };
  }
  const rows: readonly { readonly name: string | null; readonly entityId: string | null }[] = await knex('assets')
    .select({ name: 'site_name', entityId: 'entity_id' })
    .where({ _id: idParameter(match.id), company_id: idParameter(company) });
  const [site] = rows;
  if (!site) {
    throw new Error(
      `the company ${company} has no site ${quoted(match.id)}: give the identifier of an existing site, or the name of a new site, with --site`,
    );
  }
  return { id: match.id, name: site.name ?? text.trim(), entityId: site.entityId, isNew: false, near: null };
}

/** Any value will do: whether a unit converts does not depend on the calorific value. */
const ANY_CALORIFIC_VALUE = 1;

/** A meter with the type and the unit of its account. */
interface DescribedMeter {
  readonly meter: MissingMeter;
  readonly type: UtilityType;
  readonly unit: string;
}

/**
 * Column labels that imply a type of meter, as {@link plainName} returns them. The MPAN is of electricity (Balancing
 * and Settlement Code), the MPRN of gas (Uniform Network Code), the NMI of electricity (AEMO), the ESI ID of
 * electricity (ERCOT), and the PDR of gas (ARERA).
 */
const COLUMN_TYPES: readonly (readonly [UtilityType, readonly string[]])[] = [
  ['electricity', ['mpan', 'mpancore', 'mpannumber', 'nmi', 'esiid']],
  ['gas', ['mprn', 'mpr', 'pdr']],
];

/**
 * Determines the type and the unit of each meter from the file, else from the options.
 * @throws Error that begins with "the" if neither states them, or they contradict each other
 */
function describeMeters(meters: readonly MissingMeter[], options: NewMeterOptions): readonly DescribedMeter[] {
  return meters.map((meter) => {
    const type = typeOf(meter, options);
    return { meter, type, unit: unitOf(meter, type, options) };
  });
}

function typeOf(meter: MissingMeter, { type: typeOption, isFolder }: NewMeterOptions): UtilityType {
  const possible = UTILITY_TYPES.filter((type) => allowsType(meter, type));
  const [only, ...others] = possible;
  const name = quoted(missingText(meter));
  if (typeOption !== null && !possible.includes(typeOption) && !(isFolder && others.length === 0)) {
    const hint = possible.length === 0 ? '' : ` (${possible.join(' or ')}): correct --type or omit it`;
    throw new Error(`--type is ${typeOption}, but the file has another type of data for the meter ${name}${hint}`);
  }
  if (only !== undefined && others.length === 0) return only;
  if (typeOption !== null) return typeOption;
  if (only === undefined) {
    throw new Error(
      `the rows of the new meter ${name} have units that fit no type of meter (${meter.units.join(', ')}): correct the units in the file`,
    );
  }
  throw new Error(
    `the file does not state the type of the new meter ${name}, which may be ${possible.join(', ')}: give the type with --type, for example --type ${only}`,
  );
}

/** Whether a meter can be of a type, by the format, its column and the units of its rows. */
function allowsType({ types, column, units }: MissingMeter, type: UtilityType): boolean {
  if (types !== null) return types.includes(type);
  const label = plainName(column ?? '');
  const [byColumn] = COLUMN_TYPES.find(([, labels]) => labels.includes(label)) ?? [];
  if (byColumn !== undefined) return byColumn === type;
  return units.every((unit) => hasUnit(type, unit));
}

function unitOf(meter: MissingMeter, type: UtilityType, { unit: unitOption }: NewMeterOptions): string {
  const unit = meter.units.find((one) => hasUnit(type, one)) ?? meter.units[0] ?? unitOption;
  const name = quoted(missingText(meter));
  if (unit === null) {
    throw new Error(
      `the file does not state the unit of the new meter ${name}: give the unit with --unit, for example --unit kWh`,
    );
  }
  if (hasUnit(type, unit)) return unit;
  throw new Error(
    `the new ${type} meter ${name} cannot have the unit ${quoted(unit)}; allowed are ${unitsOf(type).join(', ')}`,
  );
}

function hasUnit(type: UtilityType, unit: string): boolean {
  return conversionOf(type, unit, ANY_CALORIFIC_VALUE) !== null;
}
