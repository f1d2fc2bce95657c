import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CsvRecord } from '../../../src/import/formats/csvRecords.js';
import { openTable, type TableForm } from '../../../src/import/formats/table.js';
import { pieces } from './support.js';

const NAMES = ['meter', 'date', 'value', 'note'];
const FORM: TableForm = {
  countNames: (cells) => cells.filter((cell) => NAMES.includes(cell.trim())).length,
  keys: (header) => [header.indexOf('meter'), header.indexOf('date')],
  description: 'meters',
};

interface Read {
  readonly header: readonly string[];
  readonly line: number;
  readonly delimiter: string;
  readonly records: readonly CsvRecord[];
  readonly notices: readonly (string | undefined)[];
  readonly recognised: Readonly<Record<string, string>>;
}

async function read(text: string, size?: number): Promise<Read> {
  const recognised: Record<string, string> = {};
  const table = await openTable(pieces(text, size), FORM, (what, as) => (recognised[what] = as));
  const records: CsvRecord[] = [];
  for await (const batch of table.records) records.push(...batch);
  const { header, line, delimiter } = table;
  return { header, line, delimiter, records, notices: table.notices().map(({ notice }) => notice), recognised };
}

describe('a table', () => {
  it.each([
    [',', 'comma'],
    [';', 'semicolon'],
    ['\t', 'tab'],
    ['|', 'bar (|)'],
  ])('may use the separator %j', async (delimiter, named) => {
    const text = [NAMES, ['1', '2024-01-01', '1', 'a'], ['2', '2024-01-02', '2', '"b\nc"']]
      .map((cells) => cells.join(delimiter))
      .join('\r\n');
    const { header, records, notices, recognised } = await read(text);
    expect(header).toEqual(NAMES);
    expect(records).toEqual([
      { line: 2, cells: ['1', '2024-01-01', '1', 'a'], text: ['1', '2024-01-01', '1', 'a'].join(delimiter) },
      { line: 3, cells: ['2', '2024-01-02', '2', 'b\nc'], text: ['2', '2024-01-02', '2', '"b\nc"'].join(delimiter) },
    ]);
    expect([notices, recognised]).toEqual([[], { delimiter: named }]);
  });

  it.each([
    [';', '="541400000000000001"', '541400000000000001'],
    [';', '="0012"', '0012'],
    [',', '="1012345678905"', '1012345678905'],
    ['\t', '="A-1"', 'A-1'],
    ['|', '=""', ''],
    [',', '="a, ""b"""', 'a, "b"'],
    [',', '"x,=""1"""', 'x,="1"'],
    [';', '"a"";=""b"', 'a";="b'],
    [';', '"=""0012"""', '0012'],
    [',', '"=""2024-03-01 00:30"""', '2024-03-01 00:30'],
    ['\t', '"=""a """"b"""" c"""', 'a "b" c'],
    ['|', '"="""""', ''],
    [';', '"=1+""2"""', '=1+"2"'],
  ])('with the separator %j reads the cell %s', async (delimiter, cell, text) => {
    for (const row of [
      [cell, '2024-01-01', '1', 'n'],
      ['1', '2024-01-01', cell, 'n'],
      ['1', '2024-01-01', '1', cell],
    ]) {
      const { records } = await read([NAMES, row].map((cells) => cells.join(delimiter)).join('\n'));
      expect(records.map(({ cells }) => cells)).toEqual([row.map((one) => (one === cell ? text : one))]);
    }
  });

  it.each([',', ';', '\t', '|'])('may have a trailing %j in its rows only, which adds no cell', async (delimiter) => {
    const line = (cells: readonly string[]): string => cells.join(delimiter);
    const [one, two] = [
      ['1', '2024-01-01', '1', 'a'],
      ['2', '2024-01-02', '2,5', ''],
    ].map((cells) => (delimiter === ',' ? cells.map((cell) => cell.replace(',', '')) : cells)) as [string[], string[]];
    const { records } = await read(
      `${line(NAMES)}\n${line(one)}${delimiter}\n${line(two)}${delimiter} \r\n${line(one)}\n`,
    );
    expect(records.map(({ cells }) => cells)).toEqual([one, two, one]);
    // A cell with content is one too many.
    const more = await read(`${line(NAMES)}\n${line(one)}${delimiter}x\n`);
    expect(more.records.map(({ cells }) => cells.length)).toEqual([NAMES.length + 1]);
  });

  it('is not recognised by its first line alone, nor by quoted text', async () => {
    const { delimiter, records } = await read('a, b, c, d, e\nmeter;"a,b,c,d";value\n1;2,5;3\n2;2,5;4\n');
    expect(delimiter).toBe(';');
    expect(records.map(({ cells }) => cells)).toEqual([
      ['1', '2,5', '3'],
      ['2', '2,5', '4'],
    ]);
    // One name is known whatever separates: the lines below tell.
    expect((await read('meter;x,y;z\n1;2,3;4\n5;6;7\n')).delimiter).toBe(';');
  });

  it('may have lines above its header, and a note lists them', async () => {
    const text = 'Report;2024\n\nSite: "Hall"\nCreated by meter\nmeter;date;value\n1;2024-01-01;5\n';
    const { line, records, notices, recognised } = await read(text);
    expect([line, records]).toEqual([5, [{ line: 6, cells: ['1', '2024-01-01', '5'], text: '1;2024-01-01;5' }]]);
    const above = '"Report 2024", "", "Created by meter"';
    expect(notices).toEqual([`The header is in line 5. The import skips 3 lines above the header: ${above}.`]);
    expect(recognised['lines above the header']).toBe(`3: ${above}`);
  });

  it('may have totals below its rows, and a note lists them', async () => {
    const rows = 'meter,date,value\n1,2024-01-01,5\n1,2024-01-02,6\n';
    for (const last of [
      'Total,,11',
      'Grand total: 11',
      ',,11',
      'Sum (kWh),,11,',
      'Totaal,,11',
      'Gesamtsumme:,,11',
      'Zwischensumme,,11',
      'Total général,,11',
      'Suma total,,11',
      'subtotal,,11\nTOTALS,,11',
    ]) {
      const { records, notices, recognised } = await read(`${rows}${last}\n\n,,\n`);
      expect(records.map(({ line }) => line)).toEqual([2, 3]);
      expect(notices).toHaveLength(1);
      expect(recognised['totals below']).toContain('11');
    }
    expect((await read(`${rows}Total,,11\n`)).notices).toEqual(['The import skips line 4 below the rows: "Total 11".']);
  });

  it('includes rows that only look like totals: with rows below, with a date and a meter, or truncated', async () => {
    const rows = 'date,meter,value\n2024-01-01,1,5\n';
    for (const last of ['Total,,5\n2024-01-02,1,6', '2024-01-02,Total,6', ',Hall,6', '2024-01-02', 'Hall 1']) {
      const { records, notices } = await read(`${rows}${last}\n`);
      expect([records.length, notices]).toEqual([1 + last.split('\n').length, []]);
    }
  });

  it('skips lines of empty cells and blank lines', async () => {
    const { records } = await read('meter,date\n,\n1,2\n , \n\n3,4\n');
    expect(records.map(({ line }) => line)).toEqual([3, 6]);
  });

  it('may have empty columns without a name at its end', async () => {
    const { header, records } = await read('meter,date,,\n1,2,,\n3,4,,x\n');
    expect(header).toEqual(['meter', 'date']);
    expect(records.map(({ cells }) => cells)).toEqual([
      ['1', '2'],
      ['3', '4', '', 'x'],
    ]);
  });

  it('without a header is rejected, and the error quotes its first lines', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join('\n');
    await expect(read(`${lines}\nmeter,date\n`)).rejects.toThrow(
      'the file has no header of meters: it begins "line 1", "line 2", "line 3" and 47 more',
    );
    await expect(read('"meter,date\n1,2')).rejects.toThrow(
      'the file has no header of meters: line 1 opens a quote that is never closed, so that lines 1 to 2',
    );
  });

  it('has the same cells when read back, with any separator and any lines above and below', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ',', ';', '|', '\t', '"', ' ', '\n', 'é'), maxLength: 6 });
    const written = (text: string): string =>
      /[",;|\t\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const row = fc.tuple(fc.constantFrom('m1', 'm2'), fc.constantFrom('2024-01-01'), fc.nat().map(String), cell);
    const line = fc.constantFrom('Report', 'Created 1 March', 'Site: Hall', 'a');
    const totals = fc.constantFrom('Total', 'Grand Total', 'Sum:', 'Count');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(',', ';', '\t', '|'),
        fc.array(line, { maxLength: 8 }),
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.array(totals, { maxLength: 3 }),
        fc.integer({ min: 1, max: 200 }),
        async (delimiter, above, rows, below, size) => {
          const text = [
            ...above,
            NAMES.join(delimiter),
            ...rows.map((cells) => cells.map(written).join(delimiter)),
            ...below.map((label) => [label, '', '1', ''].join(delimiter)),
          ].join('\n');
          const found = await read(text, size);
          expect(found.delimiter).toBe(delimiter);
          expect(found.line).toBe(above.length + 1);
          expect(found.records.map(({ cells }) => cells)).toEqual(rows);
          expect(found.notices).toHaveLength(Number(above.length > 0) + Number(below.length > 0));
        },
      ),
    );
  });
});
