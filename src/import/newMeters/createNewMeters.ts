import type { Database } from '../../db/database.js';
import type { UtilityType } from '../../data/utilityTypes.js';
import { normalNumber, stableId } from '../formats/meters.js';
import { importRecords, type ImportName, type ImportOptions } from '../importRecords.js';
import { recordRows, type SourceRow } from '../sourceRow.js';
import { describeMeters, type DescribedMeter, type MeterOptions } from './describeMeters.js';
import { missingText, type MissingMeters } from './missingMeters.js';
import { findSite, type Site } from './site.js';

/** The options of an import that creates accounts for unmatched meters. */
export interface NewMeterOptions extends MeterOptions {
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
