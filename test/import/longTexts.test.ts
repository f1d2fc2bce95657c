import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { createRecordReader } from '../../src/import/formats/csvRecords.js';
import { ENGINES, openTestDatabase } from '../support/engines.js';
import { someOf } from '../support/repeated.js';
import { runCommand } from '../support/runCommand.js';
import { workbook } from '../support/workbook.js';

/** Characters of a long text: fewer than a line may have, but enough that quadratic time takes ten minutes. */
const LONG = 900_000;

const FILLS = [' ', '\t', ' a', ' /', '(', '1 ', '_', ' to ', '1:00 '];

/** Files with a long text in the header or in a cell. */
const FILES: Readonly<Record<string, (text: string) => string>> = {
  'assets in the header': (text) => `_id,"site${text}x",companyId\n1,2,3\n`,
  'assets in a cell': (text) => `_id,siteName,companyId\n1,"a${text}b",3\n`,
  'invoices in the header': (text) => `Invoice Number,"MPAN${text}x",Billing Period,Total Cost\nN1,1,01/01/2024,3\n`,
  'invoices in a cell': (text) =>
    `Invoice Number,MPAN,Billing Period,Total Cost\nN1,1012345678905,"01/01/2024${text}x",3\n`,
  'non-cumulative in the header': (text) => `Meter,Date,"00:30${text}x",01:00,01:30\n1012345678905,01/01/2024,1,2,3\n`,
  'non-cumulative in a cell': (text) => `Meter,Date,Value\n1012345678905,"01/01/2024${text}x",1\n`,
  'readings in the header': (text) => `Meter,Date,"Reading${text}x"\n1012345678905,01/01/2024,1\n`,
  'readings in a cell': (text) => `Meter,Date,Reading\n1012345678905,01/01/2024,"1${text}x"\n`,
};

describe.each(ENGINES.slice(-1))(
  'a long text takes no longer than short texts of the same total size, on %s',
  (engine) => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(engine);
    });
    afterAll(() => database.close());

    it.each(Object.entries(FILES))('in a file of %s', async (name, file) => {
      for (const fill of someOf(FILLS, 2)) {
        const text = fill.repeat(LONG / fill.length);
        const [resource = ''] = name.split(' ');
        const { status } = await runCommand(['import', resource, '-', '--dry-run'], { database, input: file(text) });
        expect([0, 1], fill).toContain(status);
      }
    });

    it('in a cell of a workbook, where spaces replace line breaks', async () => {
      const text = `a${' '.repeat(LONG)}b`;
      const input = workbook({ sheets: { Data: `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>` } });
      expect(input.length).toBeLessThan(10_000);
      expect(await runCommand(['import', 'assets', '-', '--dry-run'], { database, input })).toMatchObject({
        status: 1,
      });
    });

    it('in a quote that is never closed and spans very many lines', () => {
      const reader = createRecordReader(',');
      const lines = ['"a', ...Array.from({ length: LONG }, () => '')];
      expect(reader.read(lines)).toEqual([]);
      expect(reader.end()).toMatchObject([{ line: 1, problem: expect.stringMatching(/never closed/) as string }]);
    });
  },
);
