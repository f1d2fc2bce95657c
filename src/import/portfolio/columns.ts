import { suggest } from '../../errors/suggest.js';
import { METER_COLUMNS, plainName } from '../formats/meterColumns.js';

/** The records that a row of a portfolio sheet describes. */
export type PortfolioRecord = 'company' | 'entity' | 'site' | 'meter';

/** How to read the cells of a column that are not plain text. */
export type CellForm = 'id' | 'number' | 'type' | 'unit' | 'country' | 'areaUnit' | 'yesNo' | 'list';

/** A column of a portfolio sheet. */
export interface PortfolioColumn {
  readonly record: PortfolioRecord;
  /** The dotted path of the field in the record. */
  readonly field: string;
  /** The column title in the template. */
  readonly title: string;
  /** Other column names, as {@link plainName} returns them. */
  readonly names: readonly string[];
  readonly form?: CellForm;
  /** Whether several columns may hold parts of the value, such as the lines of an address. */
  readonly isJoined?: true;
}

function column(
  record: PortfolioRecord,
  field: string,
  title: string,
  names: string,
  more: Pick<PortfolioColumn, 'form' | 'isJoined'> = {},
): PortfolioColumn {
  const listed = names.split(' ').filter((name) => name !== '');
  return { record, field, title, names: [...new Set([plainName(title), ...listed])], ...more };
}

const ID = { form: 'id' } as const;
const NUMBER = { form: 'number' } as const;
const LIST = { form: 'list' } as const;

/** The columns of a portfolio sheet, in the order of the template. */
export const COLUMNS: readonly PortfolioColumn[] = [
  column('company', 'name', 'Company', 'companyname organisation organization client unternehmen firma mandant'),
  column('company', 'currency', 'Currency', 'wahrung companycurrency'),
  column('entity', 'name', 'Entity', 'entityname legalentity subsidiary businessunit gesellschaft'),
  column(
    'site',
    'siteName',
    'Site',
    'sitename building buildingname property propertyname premises standort standortname gebaude liegenschaft objekt',
  ),
  column('site', 'siteCode', 'Site code', 'siteref sitereference sitenumber siteno buildingcode standortcode'),
  column(
    'site',
    'address.streetAddress',
    'Address',
    'addressline addressline1 addressline2 addressline3 address1 address2 address3 street streetaddress strasse straße adresse anschrift',
    { isJoined: true },
  ),
  column('site', 'address.locality', 'Town', 'city locality posttown ort stadt'),
  column('site', 'address.region', 'Region', 'county state province bundesland'),
  column('site', 'address.postCode', 'Post code', 'postalcode zip zipcode plz postleitzahl'),
  column('site', 'address.countryCode', 'Country', 'countrycode land', { form: 'country' }),
  column('site', 'address.latitude', 'Latitude', 'lat breitengrad'),
  column('site', 'address.longitude', 'Longitude', 'lon lng long langengrad'),
  column('site', 'timeZone', 'Time zone', 'zeitzone'),
  column('site', 'floorArea', 'Floor area', 'area gia nia gfa floorspace flache nutzflache bgf ngf', NUMBER),
  column('site', 'floorAreaUnit', 'Floor area unit', 'areaunit unitofarea flacheneinheit', { form: 'areaUnit' }),
  column('site', 'assetType', 'Site type', 'buildingtype propertytype assettype nutzungsart gebaudetyp'),
  column('site', 'noOfFloors', 'Floors', 'nooffloors numberoffloors storeys geschosse stockwerke', NUMBER),
  column('site', 'constructionYear', 'Year built', 'constructionyear baujahr', NUMBER),
  column('site', 'tenure', 'Tenure', ''),
  column('site', 'tags', 'Site tags', 'buildingtags', LIST),
  column('meter', 'name', 'Meter name', 'meter accountname account zahler zahlername'),
  column(
    'meter',
    'type',
    'Type',
    'metertype utility utilitytype fuel fueltype commodity energytype energietrager medium sparte',
    { form: 'type' },
  ),
  column('meter', 'meterPointNumber', 'MPAN/MPRN/NMI', METER_COLUMNS.point.join(' ')),
  column('meter', 'meterPointNumber2', 'Second MPAN', 'mpan2 exportmpan meterpointnumber2 secondmeterpointnumber'),
  column('meter', 'meterSerialNumber', 'Serial number', `meternumber meterno ${METER_COLUMNS.serial.join(' ')}`),
  column('meter', 'meterUnits', 'Unit', METER_COLUMNS.unit.join(' '), { form: 'unit' }),
  column(
    'meter',
    'supplierRef',
    'Supplier reference',
    'supplierref supplieraccount supplieraccountnumber accountnumber accountno customernumber kundennummer vertragskonto',
  ),
  column('meter', 'group', 'Meter group', 'group gruppe'),
  column('meter', 'meterLocation', 'Meter location', 'einbauort'),
  column('meter', 'meterOperator', 'Meter operator', 'mop messstellenbetreiber'),
  column('meter', 'meterUser', 'Meter user', 'tenant mieter'),
  column('meter', 'meterAreaServed', 'Area served', 'meterareaserved'),
  column('meter', 'capacity', 'Capacity kW', 'capacity agreedcapacity anschlussleistung'),
  column('meter', 'automaticMeterRead', 'Automatic reads', 'amr automaticmeterread', { form: 'yesNo' }),
  column('meter', 'isVirtual', 'Virtual', 'isvirtual virtualmeter', { form: 'yesNo' }),
  column('meter', 'status', 'Status', 'meterstatus'),
  column('meter', 'tags', 'Tags', 'metertags schlagworter', LIST),
  column('company', '_id', 'Company id', 'organisationid clientid', ID),
  column('entity', '_id', 'Entity id', '', ID),
  column('site', '_id', 'Site id', 'assetid buildingid', ID),
  column('meter', '_id', 'Account id', 'meterid', ID),
];

/** A column of a sheet, recognised by its title. */
export interface SheetColumn {
  readonly index: number;
  /** The title in the sheet. */
  readonly label: string;
  readonly column: PortfolioColumn;
  /** The unit in a title such as `Floor area (m²)`; null: none. */
  readonly areaUnit: 'metric' | 'imperial' | null;
}

const BY_NAME = new Map(COLUMNS.flatMap((one) => one.names.map((name) => [name, one] as const)));

const METRIC = /^(?:m²|m2|m\^2|sqm|sqmetres?|sqmeters?|squaremetres?|squaremeters?|qm|metric)$/;
const IMPERIAL = /^(?:ft²|ft2|ft\^2|sqft|sqfeet|squarefeet|squarefoot|sf|imperial)$/;

/** Returns the unit of a floor area that a text names; null if it names none. */
export function areaUnitOf(text: string): 'metric' | 'imperial' | null {
  const plain = text.toLowerCase().replace(/[\s().[\]]/g, '');
  if (METRIC.test(plain)) return 'metric';
  return IMPERIAL.test(plain) ? 'imperial' : null;
}

/** Recognises a column by its title; null: no column of portfolio sheets has the title. */
export function sheetColumn(label: string, index: number): SheetColumn | null {
  const plain = plainName(label).replace(/\*$/, '');
  const column = BY_NAME.get(plain);
  if (column) return { index, label, column, areaUnit: null };
  const [, title = '', unit = ''] =
    /^(.*?)[\s,]*[([]?\s*((?:sq(?:uare)?\.?\s*)?[a-z]+\.?[²2]?)\s*[)\]]?$/iu.exec(label.trim()) ?? [];
  const areaUnit = areaUnitOf(unit);
  const named = BY_NAME.get(plainName(title));
  return areaUnit !== null && named?.field === 'floorArea' ? { index, label, column: named, areaUnit } : null;
}

/** Fields that identify a meter: a sheet needs a column of at least one. */
const NAMES_METER: readonly string[] = ['meterPointNumber', 'meterSerialNumber', 'name', '_id'];

/**
 * Counts the recognised columns in the header of a portfolio sheet. Such a header has a type, a site, and a number or
 * name of the meter. Returns 0 for any other header, such as one of the contract's fields, which has `_id`.
 */
export function countPortfolioColumns(cells: readonly string[]): number {
  if (cells.some((cell) => cell.trim() === '_id')) return 0;
  const recognised = cells.flatMap((cell, index) => sheetColumn(cell, index)?.column ?? []);
  const has = (record: PortfolioRecord, fields: readonly string[]): boolean =>
    recognised.some((one) => one.record === record && fields.includes(one.field));
  const isPortfolio =
    has('meter', ['type']) && has('site', ['siteName', 'siteCode', '_id']) && has('meter', NAMES_METER);
  return isPortfolio ? recognised.length : 0;
}

/** Returns the titles that the user may mean by the name of a column; empty: no title is similar. */
export function nearestTitles(label: string): readonly string[] {
  const name = plainName(label);
  // A sheet has sites and meters in one row, and both have names.
  if (name === 'name') return ['Site', 'Meter name'];
  const near = BY_NAME.get(suggest(name, [...BY_NAME.keys()]) ?? '');
  return near ? [near.title] : [];
}
