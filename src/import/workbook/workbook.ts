import { posix } from 'node:path';
import { quoted } from '../../errors/suggest.js';
import type { Archive, Member } from '../archive/archive.js';
import type { UnpackBound } from '../unpackBound.js';
import { readCellFormats } from './cellFormat.js';
import { readSharedTexts } from './sharedTexts.js';
import { ALLOWED_VALUES, type SheetFacts } from './sheetFacts.js';
import { type SheetRow, sheetRows } from './sheetRows.js';
import { readAllXml } from './xmlPart.js';

/** A sheet of a workbook as comma-separated values. */
export interface OpenedSheet extends SheetFacts {
  /** The lines, in UTF-8. The number of a line is that of its row. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/**
 * Opens a sheet of a workbook (.xlsx, ECMA-376).
 * @param archive an archive that is a workbook
 * @param requested the name or the number of the sheet; null: the first visible sheet
 * @param onBytes receives the number of bytes read of the unpacked sheet, and its size
 * @throws Error that begins with "the workbook" or "the archive" if the workbook cannot be read, or has no such sheet
 */
export async function openSheet(
  archive: Archive,
  requested: string | null,
  onBytes: (read: number, size: number) => void,
): Promise<OpenedSheet> {
  const member = (name: string): Member => {
    const entry = archive.members.find((one) => one.name === name);
    if (!entry) throw new Error(`the workbook is damaged (it has no ${name})`);
    if (entry.problem !== null) throw new Error(`the workbook has a part ${name} that ${entry.problem}`);
    return entry;
  };
  const { sheets, is1904, texts, formats } = await readParts((name) => member(name).read());
  const sheet = chooseSheet(sheets, requested);
  const shared = {
    texts: texts === null ? [] : await readSharedTexts(member(texts).read(), texts),
    formats: formats === null ? [] : await readCellFormats(member(formats).read(), formats),
    is1904,
  };
  const rows = sheetRows(counted(member(sheet.part), onBytes), sheet.part, shared);
  const others = sheets.filter((one) => one !== sheet && one.isShown && one.name !== ALLOWED_VALUES);
  const notice =
    requested !== null || others.length === 0
      ? null
      : `the import read only the sheet ${quoted(sheet.name)} of the workbook; to read another, give --sheet (${namesOf(others)})`;
  const inWords = `${quoted(sheet.name)}, ${sheets.indexOf(sheet) + 1} of ${sheets.length}`;
  return { inWords, notice, chunks: sheetLines(rows, archive.bound) };
}

async function* counted(
  { size, read }: Member,
  onBytes: (read: number, size: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of read()) {
    bytes += chunk.length;
    onBytes(bytes, size);
    yield chunk;
  }
}

/** A sheet of a workbook that holds cells. */
interface SheetName {
  readonly name: string;
  readonly isShown: boolean;
  /** The name of its member in the archive. */
  readonly part: string;
}

/** The parts of a workbook. */
interface WorkbookParts {
  readonly sheets: readonly SheetName[];
  readonly is1904: boolean;
  /** Null: the workbook has no shared texts. */
  readonly texts: string | null;
  readonly formats: string | null;
}

const [WORKBOOK, RELATIONS] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];
const MAX_SHEETS = 10_000;

/**
 * Reads which parts a workbook has.
 * @param part returns the bytes of a part by name
 * @throws Error that begins with "the workbook" if it cannot be read
 */
async function readParts(part: (name: string) => AsyncIterable<Uint8Array>): Promise<WorkbookParts> {
  const targets = new Map<string, { readonly type: string; readonly part: string }>();
  await readAllXml(part(RELATIONS), RELATIONS, {
    open: (element, attribute) => {
      const [id, target] = [attribute('Id'), attribute('Target')];
      if (element !== 'Relationship' || id === undefined || target === undefined) return;
      const type = attribute('Type')?.split('/').at(-1) ?? '';
      targets.set(id, { type, part: target.startsWith('/') ? target.slice(1) : posix.join('xl', target) });
      if (targets.size > MAX_SHEETS) throw new Error(`the workbook has more than ${MAX_SHEETS} parts`);
    },
    close: () => undefined,
  });
  const sheets: SheetName[] = [];
  let is1904 = false;
  await readAllXml(part(WORKBOOK), WORKBOOK, {
    open: (element, attribute) => {
      if (element === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (element !== 'sheet' || sheets.length >= MAX_SHEETS) return;
      const target = targets.get(attribute('r:id') ?? attribute('id') ?? '');
      // Omits sheets that consist of a chart.
      if (target?.type !== 'worksheet') return;
      const isShown = (attribute('state') ?? 'visible') === 'visible';
      sheets.push({ name: attribute('name') ?? '', isShown, part: target.part });
    },
    close: () => undefined,
  });
  const partOf = (type: string): string | null =>
    [...targets.values()].find((target) => target.type === type)?.part ?? null;
  return { sheets, is1904, texts: partOf('sharedStrings'), formats: partOf('styles') };
}

/**
 * Returns the sheet that the user requested.
 * @param requested its name, or its number, counted from 1; null: the first visible sheet
 * @throws Error that begins with "the workbook" and lists the sheets, if none matches
 */
function chooseSheet(sheets: readonly SheetName[], requested: string | null): SheetName {
  const sheet =
    requested === null
      ? sheets.find(({ isShown }) => isShown)
      : (sheets.find(({ name }) => name === requested) ??
        sheets.find(({ name }) => name.trim().toLowerCase() === requested.trim().toLowerCase()) ??
        (/^[1-9]\d{0,4}$/.test(requested) ? sheets[Number(requested) - 1] : undefined));
  if (sheet) return sheet;
  if (sheets.length === 0) throw new Error('the workbook has no sheet with cells');
  const what =
    requested === null ? 'has only hidden sheets: choose one with --sheet' : `has no sheet ${quoted(requested)}`;
  throw new Error(`the workbook ${what}; its sheets are ${namesOf(sheets)}`);
}

const MAX_NAMED = 20;

/** Lists the names of sheets in quotes, for messages. */
function namesOf(sheets: readonly SheetName[]): string {
  const names = sheets.slice(0, MAX_NAMED).map(({ name, isShown }) => `${quoted(name)}${isShown ? '' : ' (hidden)'}`);
  return [...names, ...(sheets.length > MAX_NAMED ? [`and ${sheets.length - MAX_NAMED} more`] : [])].join(', ');
}

/** The first rows, which determine the width of the table. */
const [HEAD_ROWS, HEAD_CHARACTERS] = [50, 4 * 1024 * 1024];
const CHUNK_SIZE = 64 * 1024;

/**
 * Writes the rows of a sheet as lines of comma-separated values in UTF-8. The number of a line is that of its row: an
 * empty row becomes an empty line. Pads short rows to the width of the table.
 * @param bound counts the bytes: in a wide sheet, a row with few cells has many commas
 */
async function* sheetLines(rows: AsyncIterable<readonly SheetRow[]>, bound: UnpackBound): AsyncGenerator<Uint8Array> {
  let head: SheetRow[] | null = [];
  let [width, last, text, characters] = [0, 0, '', 0];
  const takeChunk = (): Uint8Array => {
    const bytes = Buffer.from(text);
    bound.add(bytes.length);
    text = '';
    return bytes;
  };
  function* write(written: readonly SheetRow[]): Generator<Uint8Array> {
    for (const row of written) {
      // Each row ends with a line break, so a gap of n rows needs n - 1 of them.
      for (let empty = row.number - last - 1; empty > 0; empty -= CHUNK_SIZE) {
        text += '\n'.repeat(Math.min(empty, CHUNK_SIZE));
        if (text.length >= CHUNK_SIZE) yield takeChunk();
      }
      text += lineOf(row.cells, width);
      last = row.number;
      if (text.length >= CHUNK_SIZE) yield takeChunk();
    }
  }
  for await (const batch of rows) {
    if (head === null) yield* write(batch);
    else {
      head.push(...batch);
      for (const { cells } of batch) characters += cells.reduce((sum, cell) => sum + cell.length + 1, 0);
      if (head.length < HEAD_ROWS && characters < HEAD_CHARACTERS) continue;
      width = widthOf(head);
      yield* write(head);
      head = null;
    }
  }
  if (head !== null) {
    width = widthOf(head);
    yield* write(head);
  }
  if (text !== '') yield takeChunk();
}

/**
 * Returns the number of columns of the table: the most cells in any of the first rows without a gap. A note to the
 * right of the table follows a gap.
 */
function widthOf(rows: readonly SheetRow[]): number {
  const width = (list: readonly SheetRow[]): number => Math.max(0, ...list.map(({ cells }) => cells.length));
  const first = rows.slice(0, HEAD_ROWS);
  return width(first.filter(({ cells }) => !cells.includes(''))) || width(first);
}

function lineOf(cells: readonly string[], width: number): string {
  // Quotes every cell with a character that could be a delimiter.
  const quoted = cells.map((cell) => (/[",;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}${','.repeat(Math.max(0, width - cells.length))}\n`;
}
