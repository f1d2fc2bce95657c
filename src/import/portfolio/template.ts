import { UTILITY_TYPES } from '../../data/utilityTypes.js';
import { unitsOf } from '../../usage/units.js';
import { csvLine } from '../../values/csv.js';
import { CURRENCIES } from '../../values/currencies.js';
import { columnName, writeWorkbook } from '../workbook/writeWorkbook.js';
import { ALLOWED_VALUES } from '../workbook/sheetFacts.js';
import { COLUMNS } from './columns.js';
import { EXAMPLE } from './sheet.js';
import { countryCodes } from './values.js';

/**
 * The example rows, by the titles of the columns. The import skips them, because their company begins with {@link
 * EXAMPLE}.
 */
const EXAMPLES: readonly Readonly<Record<string, string | number>>[] = [
  {
    ...{
      Company: `${EXAMPLE} Acme Ltd`,
      Currency: 'gbp',
      Entity: 'Acme Retail',
      Site: 'Head office',
      Address: '1 High Street',
    },
    ...{ Town: 'Cambridge', 'Post code': 'CB2 1TN', Country: 'gb', 'Floor area': 4250, 'Floor area unit': 'm²' },
    ...{ 'Site type': 'Office', 'Meter name': 'Main supply', Type: 'electricity', 'MPAN/MPRN/NMI': '1012345678905' },
    ...{ 'Serial number': 'E12Z34567', Unit: 'kWh', 'Supplier reference': 'A-100-2231', Tags: 'main,half-hourly' },
  },
  {
    ...{ Company: `${EXAMPLE} Acme Ltd`, Entity: 'Acme Retail', Site: 'Head office', 'Meter name': 'Boiler room' },
    ...{ Type: 'gas', 'MPAN/MPRN/NMI': '7612345678', 'Serial number': 'G4A00017', Unit: 'm3' },
  },
  {
    ...{ Company: `${EXAMPLE} Acme Ltd`, Entity: 'Acme Logistics', Site: 'Warehouse', Town: 'Leeds', Country: 'gb' },
    ...{ 'Meter name': 'Water', Type: 'water', 'Serial number': 'W22-00713', Unit: 'm3' },
  },
];

/** Columns that few people need. The template omits them. */
const RARE: readonly string[] = ['Latitude', 'Longitude', 'Second MPAN', 'Virtual', 'Area served', 'Meter user'];

const TITLES = COLUMNS.map(({ title }) => title).filter((title) => !RARE.includes(title));

function exampleRows(): readonly (readonly (string | number | null)[])[] {
  return EXAMPLES.map((example) => TITLES.map((title) => example[title] ?? null));
}

/** Returns the template as CSV. */
export function templateCsv(): string {
  return [TITLES, ...exampleRows()].map(csvLine).join('');
}

/** Returns the template as a workbook, with the allowed values in a second sheet. */
export async function templateWorkbook(): Promise<Buffer> {
  const lists: readonly (readonly [title: string, of: string | null, values: readonly string[]])[] = [
    ['Type', 'Type', UTILITY_TYPES],
    ...UTILITY_TYPES.map((type) => [`Unit of ${type}`, null, unitsOf(type)] as const),
    ['Country', 'Country', countryCodes()],
    ['Currency', 'Currency', CURRENCIES],
    ['Floor area unit', 'Floor area unit', ['m²', 'ft²']],
    ['Tenure', 'Tenure', ['freehold', 'leasehold']],
    ['Status', 'Status', ['active', 'inactive']],
    ['Automatic reads', 'Automatic reads', ['yes', 'no']],
  ];
  const choices = new Map<number, string>();
  for (const [index, [, of, values]] of lists.entries()) {
    const column = of === null ? -1 : TITLES.indexOf(of);
    const letters = `$${columnName(index)}`;
    if (column >= 0) choices.set(column, `'${ALLOWED_VALUES}'!${letters}$2:${letters}$${values.length + 1}`);
  }
  const longest = Math.max(...lists.map(([, , values]) => values.length));
  const rows = Array.from({ length: longest }, (_, index) => lists.map(([, , values]) => values[index] ?? null));
  return writeWorkbook([
    { name: 'Portfolio', header: TITLES, rows: exampleRows(), choices },
    { name: ALLOWED_VALUES, header: lists.map(([title]) => title), rows },
  ]);
}
