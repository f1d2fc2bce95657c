import { type CellFormat, NUMBER, numberText } from './cellFormat.js';
import { createTextBuilder, unescaped } from './sharedTexts.js';
import type { XmlElements } from '../xmlReader.js';
import { readXml } from './xmlPart.js';

/** A row of a sheet with at least one filled cell. */
export interface SheetRow {
  /** The number of the row in the sheet, counted from 1. */
  readonly number: number;
  /** The cells from column A to the last filled one. */
  readonly cells: readonly string[];
}

/** The texts and formats that all sheets of a workbook share. */
export interface SharedParts {
  readonly texts: readonly string[];
  readonly formats: readonly CellFormat[];
  readonly is1904: boolean;
}

const [MAX_ROWS, MAX_COLUMNS] = [1_048_576, 16_384];
/** Also the limit of a line in a text file. */
const MAX_CHARACTERS = 1024 * 1024;

/**
 * Replaces line breaks, and the blanks before them, by a space. One pattern for both would take quadratic time: it
 * would start a match at each blank.
 */
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
 * Reads the rows of a sheet, in one batch per chunk. A formula has its saved value. Errors such as `#N/A` are texts.
 * Line breaks become spaces, so each row is a line.
 * @throws Error that begins with "the workbook" if the sheet cannot be read
 */
export async function* sheetRows(
  part: AsyncIterable<Uint8Array>,
  name: string,
  shared: SharedParts,
): AsyncGenerator<readonly SheetRow[]> {
  const sheet = new SheetElements(name, shared);
  for await (const rows of readXml(part, name, sheet, () => sheet.take())) if (rows.length > 0) yield rows;
}

/** Builds rows from the elements of a sheet. */
class SheetElements implements XmlElements {
  readonly #name: string;
  readonly #shared: SharedParts;
  readonly #inline = createTextBuilder();
  #rows: SheetRow[] = [];
  #row = 0;
  #column = 0;
  #cells: string[] = [];
  /** Characters in the cells of the current row. */
  #characters = 0;
  #kind = 'n';
  #format: CellFormat = NUMBER;
  #value = '';

  constructor(name: string, shared: SharedParts) {
    this.#name = name;
    this.#shared = shared;
  }

  open(element: string, attribute: (name: string) => string | undefined): void {
    if (element === 'c') this.#openCell(attribute);
    else if (element === 'row') this.#openRow(attribute);
    else this.#inline.open(element);
  }

  close(element: string, content: string): void {
    if (element === 'v') this.#value = content.trim() === '' ? '' : content;
    else if (element === 'c') this.#addCell(onOneLine(this.#cellText()));
    else if (element === 'row') {
      if (this.#cells.length > 0) this.#rows.push({ number: this.#row, cells: this.#cells });
    } else this.#inline.close(element, content);
  }

  /** Returns the complete rows, and removes them from the buffer. */
  take(): readonly SheetRow[] {
    const complete = this.#rows;
    this.#rows = [];
    return complete;
  }

  #openRow(attribute: (name: string) => string | undefined): void {
    const row = Number(attribute('r') ?? this.#row + 1);
    if (!(Number.isInteger(row) && row > this.#row && row <= MAX_ROWS)) {
      throw this.#damaged('the next row is out of order');
    }
    this.#row = row;
    this.#column = 0;
    this.#characters = 0;
    this.#cells = [];
  }

  #openCell(attribute: (name: string) => string | undefined): void {
    const column = columnOf(attribute('r') ?? '') ?? this.#column + 1;
    if (column <= this.#column || column > MAX_COLUMNS) throw this.#damaged('a cell is out of order');
    this.#column = column;
    this.#kind = attribute('t') ?? 'n';
    this.#value = '';
    this.#format = this.#shared.formats[Number(attribute('s') ?? '0')] ?? NUMBER;
    this.#inline.begin();
  }

  #cellText(): string {
    const [kind, value] = [this.#kind, this.#value];
    if (kind === 'inlineStr') return this.#inline.end();
    if (value === '') return '';
    if (kind === 's') {
      const text = this.#shared.texts[Number(value)];
      if (text === undefined) throw this.#damaged(`a cell refers to a missing shared text, ${value.slice(0, 20)}`);
      return text;
    }
    if (kind === 'b') return value === '1' || value === 'true' ? 'true' : 'false';
    if (kind !== 'n') return unescaped(value);
    const number = Number(value);
    return Number.isFinite(number) ? numberText(number, this.#format, this.#shared.is1904) : value;
  }

  /** Adds a cell in its column, unless it is blank. */
  #addCell(text: string): void {
    if (text.trim() === '') return;
    const cells = this.#cells;
    this.#characters += text.length + this.#column - cells.length;
    if (this.#characters > MAX_CHARACTERS) throw this.#damaged(`the row has more than ${MAX_CHARACTERS} characters`);
    while (cells.length < this.#column - 1) cells.push('');
    cells.push(text);
  }

  #damaged(reason: string): Error {
    return new Error(`the workbook is damaged (${this.#name}, row ${this.#row}: ${reason})`);
  }
}

/** Returns the number of a cell's column, such as 28 for `AB7`; null: the reference has no letters. */
function columnOf(reference: string): number | null {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column === 0 ? null : column;
}
