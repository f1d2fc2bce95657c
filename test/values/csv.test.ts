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

describe('a text in a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ["'=1+1", "''=1+1"],
    ["''-5", "'''-5"],
    ["'1200000000001", "''1200000000001"],
    ["'68 Building", "'68 Building"],
    ["'", "'"],
    ['O’Neill', 'O’Neill'],
    ['1200000000001', '1200000000001'],
  ])('%j is written as %j, and read as it was', async (text, cell) => {
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

  it('comes back exactly, whatever it is', async () => {
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
