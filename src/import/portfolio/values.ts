import { quoted, suggest } from '../../errors/suggest.js';
import type { Column } from '../../data/resource.js';
import { UTILITY_TYPES } from '../../data/utilityTypes.js';
import { commaListOf } from '../../values/commaList.js';
import { isProblem, parseNumber, parseObjectId, type Parsed } from '../../values/scalars.js';
import { importFields } from '../fields.js';
import { plainName } from '../formats/meterColumns.js';
import type { ImportName } from '../importNames.js';
import { type Cell, readCell } from '../readCell.js';
import { areaUnitOf, type PortfolioColumn, type PortfolioRecord } from './columns.js';

/** The resource that stores each record of a sheet. */
export const RESOURCES = {
  company: 'companies',
  entity: 'entities',
  site: 'assets',
  meter: 'accounts',
} as const satisfies Readonly<Record<PortfolioRecord, ImportName>>;

/** Other words for types of utilities, as {@link plainName} returns them. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    electricity: 'electric elec power hh nhh strom elektrizitat',
    gas: 'naturalgas erdgas',
    water: 'wasser trinkwasser',
    waste: 'abfall mull',
    solar: 'pv solarpv photovoltaic photovoltaics photovoltaik',
    heating: 'heat districtheating districtheat warme fernwarme heizung',
    cooling: 'districtcooling chilledwater kalte fernkalte kuhlung',
    temperature: 'temperatur',
    flow: 'durchfluss',
  }).flatMap(([type, words]) => [type, ...words.split(' ')].map((word) => [word, type] as const)),
);

const COUNTRY = /^[a-z]{2}$/;
/** Names that Intl lacks, or has for another code. */
const OTHER_COUNTRIES = {
  uk: 'gb',
  'great britain': 'gb',
  britain: 'gb',
  england: 'gb',
  scotland: 'gb',
  wales: 'gb',
  usa: 'us',
};
let countries: ReadonlyMap<string, string> | undefined;

/** The countries of ISO 3166, by code and by their English and German names, in lower case. */
export function countryNames(): ReadonlyMap<string, string> {
  if (countries) return countries;
  const codes = new Map<string, string>(Object.entries(OTHER_COUNTRIES));
  const names = ['en', 'de'].map((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }));
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const translations = names.map((one) => one.of(code.toUpperCase()));
    if (translations[0] === undefined || NOT_COUNTRIES.includes(code)) continue;
    // Intl returns the name of the successor for the code of a former country.
    if (new Intl.Locale(`und-${code}`).region?.toLowerCase() !== code) continue;
    codes.set(code, code);
    for (const name of translations) if (name !== undefined) codes.set(name.toLowerCase(), code);
  }
  return (countries = codes);
}

/** The codes of ISO 3166, in order. */
export function countryCodes(): readonly string[] {
  return [...new Set(countryNames().values())].toSorted();
}

/** Codes of CLDR for groups of countries, and for tests. */
const NOT_COUNTRIES: readonly string[] = ['eu', 'ez', 'un', 'qo', 'xa', 'xb', 'zz', 'ac', 'cp', 'dg', 'ea', 'ic', 'ta'];

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'y', 'true', 'ja', 'x'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', 'nein'].map((word) => [word, false] as const),
]);

/** A number in exponent form, such as 1.01235E+12: the spreadsheet has dropped digits. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d+$/i;
const METER_NUMBERS: readonly string[] = ['meterPointNumber', 'meterPointNumber2', 'meterSerialNumber'];
const SHORTENED_FIELDS: readonly string[] = [...METER_NUMBERS, 'supplierRef'];
/** A placeholder for an unknown number. As a number, it would join several meters. */
const PLACEHOLDER = /^(?:n\/?a|n\.a\.|none|nil|null|tb[acd]|unknown|unbekannt|kein[er]?|[-–—?.]+|0+)$/i;

/** An error of a formula, as Excel shows it in English or in German. */
const FORMULA_ERROR =
  /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA|BEZUG!|NV|WERT!|ZAHL!|ÜBERLAUF!)$/i;

/** Reads a filled cell of a column. Returns its value, or a clause with the problem. */
export function readPortfolioCell(column: PortfolioColumn, text: string): Parsed<Cell> {
  const { form, field, record } = column;
  if (FORMULA_ERROR.test(text)) {
    return { problem: `is ${quoted(text)}, a formula error: correct the formula, or write the value` };
  }
  if (METER_NUMBERS.includes(field) && PLACEHOLDER.test(text)) {
    return { problem: `is ${quoted(text)}, which is not a number: leave the cell empty until you know the number` };
  }
  if (SHORTENED_FIELDS.includes(field) && SHORTENED.test(text)) {
    return {
      problem: `has lost digits in a spreadsheet, got ${quoted(text)}: format the column as text, and fill it again`,
    };
  }
  if (form === 'id') return parseObjectId(text);
  if (form === 'list') return { value: commaListOf(text) };
  if (form === 'type') return readType(text);
  if (form === 'country') return readCountry(text);
  if (form === 'areaUnit') {
    const unit = areaUnitOf(text);
    return unit === null ? { problem: `must be m² (metric) or ft² (imperial), got ${quoted(text)}` } : { value: unit };
  }
  if (form === 'yesNo') {
    const value = YES_NO.get(text.toLowerCase());
    return value === undefined ? { problem: `must be yes or no, got ${quoted(text)}` } : { value };
  }
  if (form === 'number') {
    const number = parseNumber(text);
    if (isProblem(number) || number.value >= 0) return number;
    return { problem: `must not be negative, got ${quoted(text)}` };
  }
  const stored = storedColumn(record, field);
  if (stored === undefined) throw new Error(`there is no field ${field}`);
  const isLower = stored.choices.length > 0 || field === 'currency';
  return readCell(stored, isLower ? text.toLowerCase() : text);
}

const storedColumns = new Map<PortfolioRecord, ReadonlyMap<string, Column>>();

/** Returns the schema column of a field. Reads the columns of each resource once. */
function storedColumn(record: PortfolioRecord, field: string): Column | undefined {
  const columns =
    storedColumns.get(record) ?? new Map(importFields(RESOURCES[record]).columns.map((one) => [one.path, one]));
  storedColumns.set(record, columns);
  return columns.get(field);
}

function readType(text: string): Parsed<Cell> {
  const type = TYPES.get(plainName(text));
  if (type !== undefined) return { value: type };
  const suggestion = suggest(plainName(text), UTILITY_TYPES);
  const hint = suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`;
  return { problem: `must be one of ${UTILITY_TYPES.join(', ')}, got ${quoted(text)}${hint}` };
}

function readCountry(text: string): Parsed<Cell> {
  const plain = text.trim().toLowerCase();
  const columns = countryNames();
  const code = columns.get(plain);
  if (code !== undefined) return { value: code };
  const near = COUNTRY.test(plain) ? undefined : suggest(plain, [...columns.keys()]);
  const hint = near === undefined ? '' : ` (did you mean ${columns.get(near) ?? near}?)`;
  return {
    problem: `must be a country of two letters (ISO 3166) such as gb, ie, de or us, or its English or German name, got ${quoted(text)}${hint}`,
  };
}
