import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { invalidParameters } from '../../errors/appError.js';
import { columnName, escaped, MAIN, MEMBER_OPTIONS, packageParts, XML } from '../../import/workbook/writeWorkbook.js';
import { type Cell, type Cells, datedValue, type TableColumn } from './columns.js';

/** The rows of a sheet (Excel specifications and limits), without the header. */
export const MAX_ROWS = 1_048_575;
/** The characters of a cell (Excel specifications and limits). */
const MAX_CHARACTERS = 32_767;

/** The styles of cells: header, and date with time. */
const [HEADER, DATE] = [1, 2];
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
const HEAD = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr baseColWidth="20" defaultRowHeight="15"/><sheetData>`;
const FOOT = '</sheetData></worksheet>';

/**
 * Writes a table as a workbook (.xlsx, ECMA-376) of one sheet. Numbers, booleans and dates are typed, and the header
 * stays in view. Texts are text cells, so no text runs as a formula.
 * @param name the name of the sheet
 * @returns throws AppError invalid-parameter for more rows than a sheet has, or a longer text than a cell holds
 */
export async function* xlsxTable(
  name: string,
  columns: readonly TableColumn[],
  batches: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<Buffer> {
  const file = new ZipFile();
  const xml = sheetXml(columns, batches);
  // An error in the first rows then becomes an error response, because nothing is sent yet.
  const first = [await xml.next(), await xml.next()].flatMap(({ done, value }) => (done === true ? [] : [value]));
  const sheet = Readable.from(continued(first, xml), { objectMode: false });
  const output = Readable.from(file.outputStream, { objectMode: false });
  sheet.once('error', (error) => output.destroy(error));
  try {
    for (const [path, text] of Object.entries(packageParts([name.slice(0, 31)], STYLES))) {
      file.addBuffer(Buffer.from(text), path, MEMBER_OPTIONS);
    }
    file.addReadStream(sheet, 'xl/worksheets/sheet1.xml', MEMBER_OPTIONS);
    file.end();
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    sheet.destroy();
  }
}

async function* continued(first: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* first;
  yield* rest;
}

async function* sheetXml(
  columns: readonly TableColumn[],
  batches: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnName(index));
  const title = columns.map((column, index) => textXml(`${letters[index] ?? ''}1`, column.name, ` s="${HEADER}"`));
  yield `${HEAD}<row r="1">${title.join('')}</row>`;
  let number = 1;
  for await (const rows of batches) {
    const lines: string[] = [];
    for (const cells of rows) {
      number += 1;
      if (number > MAX_ROWS + 1) throw tooManyRows(number - 1);
      const cellTexts = cells.map((cell, index) => cellXml(`${letters[index] ?? ''}${number}`, cell, columns[index]));
      lines.push(`<row r="${number}">${cellTexts.join('')}</row>`);
    }
    yield lines.join('');
  }
  yield FOOT;
}

function cellXml(at: string, value: Cell, column: TableColumn | undefined): string {
  const cell = datedValue(value, column?.kind);
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof Date) {
    const serial = serialOf(cell);
    return serial === null ? textXml(at, cell.toISOString()) : `<c r="${at}" s="${DATE}"><v>${serial}</v></c>`;
  }
  if (cell.length > MAX_CHARACTERS) throw tooLong(column?.name ?? '', cell.length);
  return textXml(at, cell);
}

function textXml(at: string, text: string, style = ''): string {
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** Characters that XML 1.0 lacks or changes, and texts that look like an escape of one (ECMA-376, ST_Xstring). */
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

function xmlText(text: string): string {
  const code = (character: string): string =>
    `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  return escaped(text.replace(UNWRITABLE, code));
}

const DAY_MS = 86_400_000;
/** The serial number of 1970-01-01 in the date system of 1900. */
const EPOCH = 25_569;
/** The serial number of 1900-03-01. Earlier numbers count 29 February 1900, which did not exist. */
const FIRST_SERIAL = 61;

/** Returns the serial number of an instant in UTC; null before 1 March 1900, where spreadsheets differ. */
function serialOf(instant: Date): number | null {
  const serial = instant.getTime() / DAY_MS + EPOCH;
  return serial < FIRST_SERIAL ? null : serial;
}

const OTHERS = 'Use csv, ndjson or parquet';

/** Returns the error for a list with too many rows. @param rows the number of rows */
export function tooManyRows(rows: number): Error {
  const message = `format xlsx has at most ${MAX_ROWS} rows, the list has ${rows} or more. ${OTHERS}, or filter the list.`;
  return invalidParameters([{ parameter: 'format', message }]);
}

function tooLong(name: string, characters: number): Error {
  const message = `format xlsx has at most ${MAX_CHARACTERS} characters in a cell, ${name} has ${characters}. ${OTHERS}.`;
  return invalidParameters([{ parameter: 'format', message }]);
}
