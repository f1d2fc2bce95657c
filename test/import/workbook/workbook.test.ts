import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../../src/import/archive/archive.js';
import { openSheet, type OpenedSheet } from '../../../src/import/workbook/workbook.js';
import { row, workbook, type TestWorkbook } from '../../support/workbook.js';
import { zip } from '../../support/zip.js';
import { casesOf } from '../../support/repeated.js';

async function opened(
  bytes: Buffer,
  said: string | null = null,
): Promise<Omit<OpenedSheet, 'chunks'> & { text: string }> {
  const { chunks, ...sheet } = await openSheet(await openArchive(bytes), said, () => undefined);
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return { ...sheet, text: Buffer.concat(all).toString() };
}
const lines = async (book: TestWorkbook, said?: string): Promise<string[]> =>
  (await opened(workbook(book), said ?? null)).text.split('\n').slice(0, -1);
/** The lines of one sheet. */
const sheet = (rows: string, more: Omit<TestWorkbook, 'sheets'> = {}): Promise<string[]> =>
  lines({ sheets: { Data: rows }, ...more });

describe('a sheet of a workbook', () => {
  it('is read as comma-separated values: texts, shared or not, numbers, booleans, values of formulas, errors', async () => {
    const texts =
      '<si><t>shared &amp; "quoted"</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">two </t></r><r><t>parts</t></r><rPh><t>said</t></rPh></si><si><t>a_x000D__x000A_b\nc</t></si>';
    expect(
      await sheet(
        `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>
         <row r="2"><c t="inlineStr"><is><t>a,b</t></is></c><c t="str"><f>A1&amp;"x"</f><v>of a formula</v></c><c><f>1/3</f><v>0.33333333333333331</v></c></row>
         <row r="3"><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c></row>
         <row r="4"><c><v>1012345678905</v></c><c><v>1.5E-7</v></c><c><v>10443720000123400</v></c></row>
         <row r="5"><c t="d"><v>2024-01-31T13:30:00</v></c><c t="inlineStr"><is><t>a;b</t></is></c><c><v>-0.1</v></c></row>`,
        { texts },
      ),
    ).toEqual([
      '"shared & ""quoted""",two parts,a b c',
      '"a,b",of a formula,0.3333333333333333',
      'true,false,#N/A',
      '1012345678905,0.00000015,1.04437200001234E+16',
      '2024-01-31T13:30:00,"a;b",-0.1',
    ]);
  });

  it('has dates and times by the formats of cells, to the second, as local times', async () => {
    const formats = [
      'dd/mm/yyyy',
      'yyyy\\-mm\\-dd hh:mm',
      'h:mm AM/PM',
      '[h]:mm',
      '[$-409]d\\ mmm\\ yy;@',
      '[Red]0.00',
      '00000000',
      '0.00E+00',
      '"day "0',
      'mm:ss',
      'General',
    ];
    const cell = (style: number, value: string): string => `<c s="${style}"><v>${value}</v></c>`;
    const of = async (style: number, ...values: readonly string[]): Promise<string> =>
      (await sheet(`<row>${values.map((value) => cell(style, value)).join('')}</row>`, { formats })).join();
    expect(await of(1, '45322', '45322.5625')).toBe('2024-01-31,2024-01-31 13:30:00');
    expect(await of(2, '45322', '45322.520833333336', '45322.999999')).toBe(
      '2024-01-31 00:00:00,2024-01-31 12:30:00,2024-02-01 00:00:00',
    );
    expect(await of(3, '0.5', '0', '0.020833333333333332', '0.50001', '1')).toBe('12:00,00:00,00:30,12:00:01,24:00');
    expect(await of(4, '0.5', '1.0208333333333333', '30')).toBe('12:00,24:30,720:00');
    expect(await of(5, '45322')).toBe('2024-01-31');
    expect(await of(6, '45322')).toBe('45322');
    expect(await of(7, '12345', '1.5')).toBe('00012345,1.5');
    expect([await of(8, '45322'), await of(9, '45322'), await of(11, '45322')]).toEqual(['45322', '45322', '45322']);
    expect(await of(10, '0.5')).toBe('12:00');
    // Built in: 14, 20, 22 and 46.
    expect([await of(12, '45322'), await of(13, '0.75'), await of(14, '45322.75'), await of(15, '2')]).toEqual([
      ...['2024-01-31', '18:00', '2024-01-31 18:00:00', '48:00'],
    ]);
    // Excel's 1900 has a 29 February; dates before 1900 and after 9999 are none.
    expect(await of(1, '1', '59', '60', '61', '0', '-1', '2958465', '2958466')).toBe(
      '1900-01-01,1900-02-28,60,1900-03-01,0,-1,9999-12-31,2958466',
    );
    expect((await sheet(`<row>${cell(1, '43860')}${cell(1, '0')}</row>`, { formats, is1904: true })).join()).toBe(
      '2024-01-31,1904-01-01',
    );
  });

  it('has a line for each row number, places cells without a reference after each other, and drops empty cells at the end', async () => {
    expect(
      await sheet(
        `<row r="3"><c r="A3"><v>1</v></c><c r="C3"><v>3</v></c><c r="E3" t="inlineStr"><is><t> </t></is></c></row>
         <row r="4"><c/><c s="1"/></row><row><c><v>5</v></c></row><row r="7"><c r="AB7"><v>28</v></c></row>`,
      ),
    ).toEqual(['', '', '1,,3', '', '5', '', `${','.repeat(27)}28`]);
  });

  it('has rows as wide as its first rows; a note next to the table widens only its own row', async () => {
    expect(
      await sheet(
        row(1, ['Report of March']) +
          row(2, ['meter', 'date', 'value', 'flag']) +
          row(3, ['m1', 45322, 1, null, null, null, 'a note']) +
          row(4, ['m1', 45323]) +
          row(5, ['m1', 45324, 3, 'A']),
      ),
    ).toEqual(['Report of March,,,', 'meter,date,value,flag', 'm1,45322,1,,,,a note', 'm1,45323,,', 'm1,45324,3,A']);
  });

  it('is the first visible one, or the one with the given name or number; a message lists the others', async () => {
    const sheets = {
      '2': { rows: row(1, ['two']), isHidden: true },
      Old: { rows: row(1, ['old']), isHidden: true },
      ...{ Data: row(1, ['data']), More: row(1, ['more']) },
    };
    const bytes = workbook({ sheets });
    expect(await opened(bytes)).toEqual({
      text: 'data\n',
      inWords: '"Data", 3 of 4',
      notice: 'the import read only the sheet "Data" of the workbook; to read another, give --sheet ("More")',
    });
    expect(await opened(bytes, 'old')).toEqual({ text: 'old\n', inWords: '"Old", 2 of 4', notice: null });
    expect((await opened(bytes, '2')).text).toBe('two\n');
    expect((await opened(bytes, '4')).text).toBe('more\n');
    await expect(opened(bytes, '5')).rejects.toThrow(
      'the workbook has no sheet "5"; its sheets are "2" (hidden), "Old" (hidden), "Data", "More"',
    );
    const hidden = workbook({ sheets: { Old: { rows: '', isHidden: true } } });
    await expect(opened(hidden)).rejects.toThrow(
      'the workbook has only hidden sheets: choose one with --sheet; its sheets are "Old" (hidden)',
    );
    expect(await opened(workbook({ sheets: { Only: row(1, [1]) } }))).toMatchObject({ notice: null });
  });

  it.each([
    [
      'a shared text that is not there',
      '<row><c t="s"><v>7</v></c></row>',
      '(xl/worksheets/sheet1.xml, row 1: a cell refers to a missing shared text, 7)',
    ],
    ['rows out of order', '<row r="2"/><row r="1"/>', 'row 2: the next row is out of order)'],
    ['a row beyond the last', '<row r="1048577"/>', 'the next row is out of order)'],
    ['cells out of order', '<row><c r="B1"/><c r="A1"/></row>', 'row 1: a cell is out of order)'],
    ['a cell beyond the last', '<row><c r="XFE1"/></row>', 'row 1: a cell is out of order)'],
    [
      'a row without end',
      `<row>${'<c t="str"><v>' + 'x'.repeat(900_000) + '</v></c>'}`.repeat(1) +
        `<c t="str"><v>${'x'.repeat(900_000)}</v></c></row>`,
      'row 1: the row has more than 1048576 characters)',
    ],
    [
      'a text without end',
      `<row><c t="str"><v>${'x'.repeat(1_000_001)}</v></c></row>`,
      'has a text of more than 1000000 characters)',
    ],
    ['elements in elements', '<a>'.repeat(60), '(xl/worksheets/sheet1.xml nests deeper than 50 elements)'],
    [
      'attributes without end',
      `<row ${Array.from({ length: 501 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
      'has an element of more than 500 attributes)',
    ],
    ['no end', '<row><c>', '(xl/worksheets/sheet1.xml is not well-formed: Unexpected close tag)'],
  ])('with %s is rejected with a message', async (_, rows, message) => {
    await expect(sheet(rows)).rejects.toThrow('the workbook is damaged (');
    await expect(sheet(rows)).rejects.toThrow(message);
  });

  it('with a document type is rejected, so that no entity can expand; with other text than UTF-8 it is rejected too', async () => {
    const with1 = (xml: string | Buffer): Buffer =>
      zip({
        'xl/_rels/workbook.xml.rels': '<Relationships/>',
        'xl/workbook.xml': { content: xml },
      });
    await expect(opened(with1('<!DOCTYPE x [<!ENTITY a "b">]><workbook>&a;</workbook>'))).rejects.toThrow(
      'the workbook is damaged (xl/workbook.xml has a document type (DOCTYPE), which is not allowed)',
    );
    await expect(opened(with1(Buffer.from('<a>\xe9</a>', 'latin1')))).rejects.toThrow('xl/workbook.xml is not UTF-8');
    await expect(opened(with1('<workbook/>'))).rejects.toThrow('the workbook has no sheet with cells');
    await expect(opened(zip({ 'xl/workbook.xml': '' }))).rejects.toThrow(
      'the workbook is damaged (it has no xl/_rels/workbook.xml.rels)',
    );
  });

  it('is rejected if it unpacks to more than a real sheet: its XML, its texts, or the commas of a wide sheet', async () => {
    const message = /the archive unpacks to more than 200 times its size|the workbook has too many different texts/;
    const long = `<x>${' '.repeat(1_000)}</x>`.repeat(80_000);
    const many = `<worksheet>${long}</worksheet>`;
    await expect(opened(withPart('xl/worksheets/sheet1.xml', many))).rejects.toThrow(message);
    // Each row is 30 characters in the XML, and as wide as the first one in the table.
    const wide = `<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`;
    const xml = `<worksheet><sheetData>${wide}${'<row><c><v>1</v></c></row>'.repeat(200_000)}</sheetData></worksheet>`;
    await expect(opened(withPart('xl/worksheets/sheet1.xml', xml))).rejects.toThrow(message);
    const texts = `<sst>${'<si><t>x</t></si>'.repeat(4_000_000)}</sst>`;
    await expect(opened(withPart('xl/sharedStrings.xml', texts))).rejects.toThrow(message);
  });
  /** A workbook with one part as given. */
  const withPart = (name: string, xml: string): Buffer => {
    const members = {
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      'xl/workbook.xml': '<workbook><sheets><sheet name="Data" r:id="rId1"/></sheets></workbook>',
      'xl/sharedStrings.xml': '<sst/>',
      'xl/worksheets/sheet1.xml': '<worksheet/>',
    };
    const content = Buffer.from(xml);
    return zip({ ...members, [name]: { content, packed: deflateRawSync(content, { level: 9 }) } });
  };

  it('gives a clear error or a table if the workbook is damaged', async () => {
    const whole = workbook({
      sheets: { Data: row(1, ['meter', 'date']) + row(2, ['m1', 45322]) },
      formats: ['dd/mm/yyyy'],
      texts: '<si><t>x</t></si>',
    });
    const at = fc.nat({ max: whole.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(at, fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }), async (flips) => {
        const damaged = Buffer.from(whole);
        for (const [place, byte] of flips) damaged[place] = byte;
        const outcome = await opened(damaged).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome.message).toMatch(/^the (archive|workbook) /);
      }),
      { numRuns: casesOf(500) },
    );
  });

  it('is equal when read back, for any table of texts and numbers', async () => {
    const cell = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.stringMatching(/^[a-z;"é漢]{1,8}$/));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 60 }),
        async (table) => {
          const rows = table.map((cells, index) => row(index + 1, cells)).join('');
          const read = (await sheet(rows)).map((line) =>
            [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)]
              .slice(0, 3)
              .map(([, inQuotes, plain]) => inQuotes?.replaceAll('""', '"') ?? plain ?? ''),
          );
          const same = (text: string, of: string | number): boolean =>
            typeof of === 'string' ? text === of : Number(text) === of;
          table.forEach((cells, index) => {
            cells.forEach((one, place) => {
              expect(same(read[index]?.[place] ?? '', one), `${String(one)} is ${read[index]?.[place]}`).toBe(true);
            });
          });
        },
      ),
    );
  });
});
