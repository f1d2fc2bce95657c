import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A sheet to write: rows of texts and numbers under a header. Null: an empty cell. */
export interface WrittenSheet {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /**
   * Lists of allowed values by the index of their column: each a range of another sheet, such as `'Allowed
   * values'!$A$2:$A$9`.
   */
  readonly choices?: ReadonlyMap<number, string>;
}

/** The XML declaration at the beginning of each part. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The namespace of sheets and styles. */
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** The date of each member of the archive. A fixed local date, which yazl writes, so that equal workbooks have equal bytes. */
export const MEMBER_OPTIONS = { mtime: new Date(1980, 0, 2), forceDosTimestamp: true } as const;
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The styles of cells: text, so that leading zeros and long numbers stay as they are, and bold text for headers. */
const [TEXT, HEADER] = [1, 2];
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The last row with the text format and the lists of allowed values. */
const LAST_ROW = 20_001;
/** Widths of columns, in characters. */
const [NARROW, WIDE] = [10, 40];

/** Writes a workbook (.xlsx, ECMA-376) in memory. Its cells are texts and numbers. The header is bold and stays visible. */
export async function writeWorkbook(sheets: readonly WrittenSheet[]): Promise<Buffer> {
  const parts = packageParts(
    sheets.map(({ name }) => name),
    STYLES,
  );
  const written = sheets.map((sheet, index) => [`xl/${sheetPart(index)}`, sheetXml(sheet)] as const);
  const file = new ZipFile();
  for (const [path, text] of [...Object.entries(parts), ...written]) {
    file.addBuffer(Buffer.from(text), path, MEMBER_OPTIONS);
  }
  file.end();
  return buffer(file.outputStream);
}

function sheetPart(index: number): string {
  return `worksheets/sheet${index + 1}.xml`;
}

/**
 * Returns the parts of a workbook except its sheets, which are `xl/worksheets/sheet1.xml` and so on.
 * @param names names of the sheets
 * @param styles the part with the styles of cells
 */
export function packageParts(names: readonly string[], styles: string): Readonly<Record<string, string>> {
  const override = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}" ContentType="${TYPES}.${type}+xml"/>`;
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook.xml', 'sheet.main')}${override('styles.xml', 'styles')}${names.map((_, index) => override(sheetPart(index), 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, index) => relation(`rId${index + 1}`, 'worksheet', sheetPart(index))).join('')}${relation(`rId${names.length + 1}`, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': styles,
  };
}

function sheetXml({ header, rows, choices = new Map<number, string>() }: WrittenSheet): string {
  const widths = header.map((title, index) => {
    const lengths = rows.map((row) => String(row[index] ?? '').length);
    return Math.min(WIDE, Math.max(NARROW, title.length, ...lengths) + 2);
  });
  const columns = widths.map((width, index) => {
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${TEXT}" customWidth="1"/>`;
  });
  const lines = [rowXml(header, 1, HEADER), ...rows.map((row, index) => rowXml(row, index + 2, TEXT))];
  const lists = [...choices].map(([index, range]) => {
    const letters = columnName(index);
    return `<dataValidation type="list" allowBlank="1" sqref="${letters}2:${letters}${LAST_ROW}"><formula1>${escaped(range)}</formula1></dataValidation>`;
  });
  const validations =
    lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  return `${XML}<worksheet xmlns="${MAIN}">${frozen}<cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData>${validations}</worksheet>`;
}

function rowXml(cells: readonly (string | number | null)[], number: number, style: number): string {
  const written = cells.map((cell, index) => {
    const at = `${columnName(index)}${number}`;
    if (cell === null || cell === '') return '';
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  });
  return `<row r="${number}">${written.join('')}</row>`;
}

/** Returns the letters of a column, such as `AB` for index 27. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
