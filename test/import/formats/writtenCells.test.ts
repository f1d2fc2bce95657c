import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWrittenCells, type WritingOptions } from '../../../src/import/formats/writtenCells.js';
import { openTable, type TableForm } from '../../../src/import/formats/table.js';
import { pieces } from './support.js';

const FORM: TableForm = { countNames: (cells) => Number(cells[0] === 'date'), keys: () => [0], description: 'dates' };
const KINDS = ['date', 'number', 'money', null] as const;
const UNSAID: WritingOptions = { decimal: null, dates: null };

async function read(
  text: string,
  writing: Partial<WritingOptions> = {},
): Promise<{ readonly rows: readonly (readonly string[])[]; readonly recognised: Readonly<Record<string, string>> }> {
  const recognised: Record<string, string> = {};
  const told = (what: string, as: string): void => void (recognised[what] = as);
  const table = await openTable(pieces(text, 1_000), FORM, told);
  const rows: (readonly string[])[] = [];
  for await (const batch of readWrittenCells(table, KINDS, { ...UNSAID, ...writing }, told)) {
    rows.push(...batch.map(({ cells }) => cells));
  }
  return { rows, recognised };
}
const table = (...rows: readonly (readonly string[])[]): string =>
  [['date', 'value', 'cost', 'note'], ...rows].map((cells) => cells.join(';')).join('\n');

describe('the style of numbers and dates in a table', () => {
  it('is the only style that fits a later cell, and applies from the first row', async () => {
    const { rows, recognised } = await read(
      table(
        ['01/02/2024 00:30', '1.234', '£ 5', '1.234'],
        ['02/02/2024', '', '', ''],
        ['13/02/2024', '1.234,5', '(2,50)', ''],
      ),
    );
    expect(rows).toEqual([
      ['2024-02-01T00:30:00', '1234', '5', '1.234'],
      ['2024-02-02', '', '', ''],
      ['2024-02-13', '1234.5', '-2.50', ''],
    ]);
    expect(recognised).toEqual({
      delimiter: 'semicolon',
      numbers: 'decimal comma, from "1.234,5" (line 4, value)',
      dates: 'day before month, from "13/02/2024" (line 4, date)',
    });
  });

  it('must come from an option if no cell decides it', async () => {
    const numbers = table(
      ['2024-01-01', '5', '', ''],
      ['2024-01-01', '1.234', '', ''],
      ['2024-01-01', '1,234', '', ''],
    );
    await expect(read(numbers)).rejects.toThrow(
      'the file does not state whether its decimal separator is a comma or a point: give --decimal point or --decimal comma; ' +
        'the first is "1.234" (line 3, value)',
    );
    expect((await read(numbers, { decimal: 'comma' })).rows.map(([, value]) => value)).toEqual(['5', '1234', '1.234']);
    expect((await read(numbers, { decimal: 'point' })).rows.map(([, value]) => value)).toEqual(['5', '1.234', '1234']);
    const dates = table(['05/05/2024', '1', '', ''], ['03/04/2024', '1', '', '']);
    await expect(read(dates)).rejects.toThrow(
      'the file does not state whether day or month comes first: give --dates dmy or --dates mdy; ' +
        'the first is "03/04/2024" (line 3, date)',
    );
    expect((await read(dates, { dates: 'dmy' })).rows.map(([date]) => date)).toEqual(['2024-05-05', '2024-04-03']);
    expect((await read(dates, { dates: 'mdy' })).rows.map(([date]) => date)).toEqual(['2024-05-05', '2024-03-04']);
  });

  it('is rejected if two cells contradict each other, in any order, and the error quotes both', async () => {
    const [point, comma] = [
      ['2024-01-01', '1.5', '', ''],
      ['2024-01-01', '', '1,5', ''],
    ];
    await expect(read(table(point, comma))).rejects.toThrow(
      'the numbers of the file are inconsistent: "1.5" (line 2, value) has the decimal point, but "1,5" (line 3, cost) has the decimal comma',
    );
    await expect(read(table(comma, point))).rejects.toThrow(
      'the numbers of the file are inconsistent: "1,5" (line 2, cost) has the decimal comma, but "1.5" (line 3, value) has the decimal point',
    );
    await expect(read(table(['13/04/2024', '', '', ''], ['04/13/2024', '', '', '']))).rejects.toThrow(
      'the dates of the file are inconsistent: "13/04/2024" (line 2, date) has the day before month, but ' +
        '"04/13/2024" (line 3, date) has the month before day',
    );
  });

  it('has a decimal point if commas separate the cells, and a decimal comma is an error', async () => {
    const text = 'date,value,cost,note\n2024-01-01,12.345,1,\n2024-01-01,2,"1,234",\n';
    expect((await read(text)).rows.map(([, value, cost]) => [value, cost])).toEqual([
      ['12.345', '1'],
      ['2', '1234'],
    ]);
    for (const more of [`${text}2024-01-01,"1,5",,\n`, text.replace('\n', '\n2024-01-01,"1,5",,\n')]) {
      await expect(read(more)).rejects.toThrow('the numbers of the file are inconsistent');
    }
  });

  it('does not apply to unreadable cells, nor if an option decides', async () => {
    const odd = table(['soon', 'n/a', '5%', "'x"], ['2024-02-30', '1,5', "'-5,25", '13/04/2024']);
    expect((await read(odd, { decimal: 'comma' })).rows).toEqual([
      ['soon', 'n/a', '5%', "'x"],
      ['2024-02-30', '1.5', '-5.25', '13/04/2024'],
    ]);
    const other = table(['13/04/2024', '1,5', '1.5', '']);
    expect((await read(other, { decimal: 'point', dates: 'mdy' })).rows).toEqual([['13/04/2024', '1,5', '1.5', '']]);
  });

  it('must come from an option if very many rows do not decide it, and the import stops reading', async () => {
    let lines = 0;
    async function* endless(): AsyncGenerator<string> {
      yield await Promise.resolve('date;value;cost;note\n');
      for (;;) {
        lines += 1_000;
        yield '01/02/2024;1;1;1\n'.repeat(1_000);
      }
    }
    const opened = await openTable(endless(), FORM, () => undefined);
    const all = readWrittenCells(opened, KINDS, UNSAID, () => undefined);
    await expect(all.next()).rejects.toThrow('the first is "01/02/2024" (line 2, date), and no later row decides it');
    expect(lines).toBeLessThan(200_000);
  });
});

describe('numbers and dates in a file that decides its style', () => {
  const group = (digits: string, separator: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, separator);
  const number = fc.record({
    whole: fc.nat(10_000_000),
    fraction: fc.stringMatching(/^\d{0,4}$/),
    isNegative: fc.boolean(),
    grouping: fc.nat(4),
    sign: fc.nat(2),
    currency: fc.constantFrom('', '£', '€', 'EUR '),
  });
  const moment = fc.integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2090, 0, 1) / 60_000 });
  const pad = (value: number): string => String(value).padStart(2, '0');
  const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

  /** A moment in one of its styles. */
  const dated = (minutes: number, style: number, isDayFirst: boolean): string => {
    const at = new Date(minutes * 60_000);
    const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
    const [hour, minute] = [at.getUTCHours(), pad(at.getUTCMinutes())];
    const pair = isDayFirst ? [day, month] : [month, day];
    const time = `${pad(hour)}:${minute}`;
    const half = `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'am' : 'PM'}`;
    const serial = (minutes * 60_000 - Date.UTC(1899, 11, 30)) / 86_400_000;
    return (
      [
        `${pair.join('/')}/${year} ${time}`,
        `${pair.map(pad).join('-')}-${pad(year % 100)} ${half}`,
        `${day}-${MONTHS[month - 1] ?? ''}-${pad(year % 100)} ${time}:00`,
        `${day}.${month}.${year} ${time}`,
        `${year}/${month}/${day} ${half}`,
        `${year}${pad(month)}${pad(day)}${pad(hour)}${minute}`,
        serial.toFixed(7),
        at.toISOString().slice(0, 16),
      ][style % 8] ?? ''
    );
  };
  const isoOf = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(0, 16);

  it('are equal when read back, in any mix of styles', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(number, moment, fc.nat(7)), { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        fc.boolean(),
        fc.nat(),
        async (rows, isComma, isDayFirst, seed) => {
          const [decimal, other] = isComma ? [',', '.'] : ['.', ','];
          const lines = rows.map(([{ whole, fraction, isNegative, grouping, sign, currency }, at, style]) => {
            const digits = group(String(whole), ['', other, ' ', '\u00a0', "'"][grouping] ?? '');
            const plain = `${currency}${digits}${fraction === '' ? '' : decimal}${fraction}`;
            const text = isNegative ? ([`-${plain}`, `${plain}-`, `(${plain})`][sign] ?? '') : plain;
            return [dated(at, style, isDayFirst), '', text, ''];
          });
          const telling = [isDayFirst ? '13/1/2024' : '1/13/2024', '', `0${decimal}5`, ''];
          lines.splice(seed % (lines.length + 1), 0, telling);
          const found = (await read(table(...lines))).rows;
          const back = found.filter((_, index) => index !== seed % lines.length);
          expect(back.map(([date]) => date?.slice(0, 16) ?? '')).toEqual(
            rows.map(([, at], index) => (back[index]?.[0]?.length === 10 ? isoOf(at).slice(0, 10) : isoOf(at))),
          );
          expect(back.map(([, , cost]) => cost)).toEqual(
            rows.map(
              ([{ whole, fraction, isNegative }]) =>
                `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`,
            ),
          );
        },
      ),
    );
  });
});
