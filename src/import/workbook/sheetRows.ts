import { NUMBER, type CellFormat } from './cellFormat.js';
import { numberText } from './cellText.js';
import { createText, unescaped } from './sharedTexts.js';
import type { XmlElements } from '../xmlReader.js';
import { readXml } from './xmlPart.js';

/** A row of a sheet that has a cell with something in it. */
export interface SheetRow {
  /** Counted from 1, as the sheet does. */
  readonly number: number;
  /** From column A to the last that has something. */
  readonly cells: readonly string[];
}

/** What cells of a workbook share. */
export interface Shared {
  readonly texts: readonly string[];
  readonly formats: readonly CellFormat[];
  readonly is1904: boolean;
}

const [MOST_ROWS, MOST_COLUMNS] = [1_048_576, 16_384];
/** A longer line of a text is no record either. */
const MOST_CHARACTERS = 1024 * 1024;

/** Puts a space in the place of line breaks and the blanks before them. A pattern of both would try each blank as their start. */
function onOneLine(text: string): string {
  if (!/[\r\n\u2028\u2029]/.test(text)) return text;
  const lines = text.split(/[\r\n\u2028\u2029]+/);
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === last ? line : line.trimEnd()))
    .filter((line, index) => line !== '' || index === 0 || index === last)
    .join(' ');
}

/**
 * Reads the rows of a sheet, those of a piece together. Of a formula it is the value that was saved; `#N/A` and other errors
 * are texts; line breaks are spaces, so that a row is a line.
 * @throws Error that begins with "the workbook" when it cannot be read
 */
export async function* sheetRows(
  part: AsyncIterable<Uint8Array>,
  name: string,
  { texts, formats, is1904 }: Shared,
): AsyncGenerator<readonly SheetRow[]> {
  let rows: SheetRow[] = [];
  let [row, column, characters] = [0, 0, 0];
  let cells: string[] = [];
  let [kind, format, value]: [string, CellFormat, string] = ['n', NUMBER, ''];
  const inline = createText();
  const damaged = (reason: string): Error => new Error(`the workbook is damaged (${name}, row ${row}: ${reason})`);

  const cellText = (): string => {
    if (kind === 'inlineStr') return inline.end();
    if (value === '') return '';
    if (kind === 's') {
      const text = texts[Number(value)];
      if (text === undefined) throw damaged(`there is no shared text ${value.slice(0, 20)}`);
      return text;
    }
    if (kind === 'b') return value === '1' || value === 'true' ? 'true' : 'false';
    if (kind !== 'n') return unescaped(value);
    const number = Number(value);
    return Number.isFinite(number) ? numberText(number, format, is1904) : value;
  };
  const addCell = (): void => {
    const text = onOneLine(cellText());
    if (text.trim() === '') return;
    characters += text.length + column - cells.length;
    if (characters > MOST_CHARACTERS) throw damaged(`it has more than ${MOST_CHARACTERS} characters`);
    while (cells.length < column - 1) cells.push('');
    cells.push(text);
  };

  const take = (): readonly SheetRow[] => {
    const complete = rows;
    rows = [];
    return complete;
  };
  const elements: XmlElements = {
    open: (element, attribute) => {
      if (element === 'c') {
        const next = columnOf(attribute('r') ?? '') ?? column + 1;
        if (next <= column || next > MOST_COLUMNS) throw damaged('its cells are not in order');
        column = next;
        [kind, value] = [attribute('t') ?? 'n', ''];
        format = formats[Number(attribute('s') ?? '0')] ?? NUMBER;
        inline.begin();
      } else if (element === 'row') {
        const next = Number(attribute('r') ?? row + 1);
        if (!(Number.isInteger(next) && next > row && next <= MOST_ROWS))
          throw damaged('rows behind it are not in order');
        [row, column, characters, cells] = [next, 0, 0, []];
      } else inline.open(element);
    },
    close: (element, content) => {
      if (element === 'v') value = content.trim() === '' ? '' : content;
      else if (element === 'c') addCell();
      else if (element === 'row') {
        if (cells.length > 0) rows.push({ number: row, cells });
      } else inline.close(element, content);
    },
  };
  for await (const complete of readXml(part, name, elements, take)) if (complete.length > 0) yield complete;
}

/** The number of a cell's column, as 28 of `AB7`; null where it has no name. */
function columnOf(reference: string): number | null {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column === 0 ? null : column;
}
