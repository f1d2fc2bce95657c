import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, textOfCell } from '../../src/values/csv.js';
import { csvRecords } from '../../src/import/formats/csvRecords.js';
import { casesOf } from '../support/repeated.js';

async function cellsOf(line: string): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  // oxlint-disable-next-line typescript/require-await -- a source of texts is asynchronous
  const texts = (async function* () {
    yield line;
  })();
  for await (const records of csvRecords(texts)) found.push(...records.map(({ cells }) => cells.map(textOfCell)));
  return found;
}

/** The cells as a spreadsheet reads them: quotes count where a cell begins; what follows the closing one is as it stands. */
function spreadsheetCells(text: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length && !(text[at] === '"' && text[at + 1] !== '"'); at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at] ?? '';
      }
      at += 1;
    }
    for (; at < text.length && text[at] !== delimiter && !/[\r\n]/.test(text[at] ?? ''); at += 1)
      cell += text[at] ?? '';
    cells.push(cell);
  }
  return cells;
}

describe('a text in a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ["'=1+1", "''=1+1"],
    ["''-5", "'''-5"],
    ["'1200000000001", "''1200000000001"],
    ["'68 Building", "'68 Building"],
    ["'", "'"],
    ['O’Neill', 'O’Neill'],
    ["x;=cmd|' /C calc'!A0;y", `"x;'=cmd|' /C calc'!A0;y"`],
    ['x\t=1+1', `"x\t'=1+1"`],
    ['x\n@SUM(A1)', `"x\n'@SUM(A1)"`],
    ['x;"=1+1', `"x;'""=1+1"`],
    ['x; -5;y', `"x;' -5;y"`],
    ["x;'=1+1", `"x;''=1+1"`],
    ['x;y', '"x;y"'],
    ['a-b;c=d', '"a-b;c=d"'],
    ['1200000000001', '1200000000001'],
  ])('%j is written as %j, and reads back unchanged', async (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
    expect(await cellsOf(csvLine([text, 'x']))).toEqual([[text, 'x']]);
  });

  it.each([
    ["'1200000000001", '1200000000001'],
    ["'=A1", '=A1'],
    ["'+44", '+44'],
    ["'90s Hall", "'90s Hall"],
    ["'quoted'", "'quoted'"],
  ])('%j of a spreadsheet is %j', (cell, text) => {
    expect(textOfCell(cell)).toBe(text);
  });

  it.each([',', ';', '\t'])(
    'is not a formula for a spreadsheet with the separator %j, wherever it stands',
    (delimiter) => {
      const part = fc.constantFrom("'", '=', '-', '@', '+', '\t', '\r', '\n', '"', ',', ';', ' ', '1', 'a', '＝');
      const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
      const cell = fc.oneof(text, fc.constantFrom(null, true, 12), fc.array(text, { maxLength: 3 }));
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
          (rows) => {
            for (const shown of spreadsheetCells(rows.map(csvLine).join(''), delimiter)) {
              expect(shown.trim()).not.toMatch(/^[=+\-@＝＋－＠]/);
            }
          },
        ),
        { numRuns: 3_000 },
      );
    },
  );

  it('reads back exactly, for any text', async () => {
    const part = fc.constantFrom(
      "'",
      '=',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '"',
      ',',
      ';',
      ' ',
      '1',
      '23',
      'a',
      '＝',
      'é',
    );
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, async (one, two) => {
        expect(await cellsOf(csvLine([one, two, 'x']))).toEqual([[one, two, 'x']]);
      }),
      { numRuns: casesOf(2_000) },
    );
  });
});
