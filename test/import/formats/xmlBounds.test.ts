import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createEspiFeed } from '../../../src/import/formats/espiFeed.js';
import { readAllXml } from '../../../src/import/workbook/xmlPart.js';
import { printUntilEnd } from '../../support/figures.js';
import { makeDataDir } from '../../support/templates.js';
import { startUdg } from '../../support/udg.js';
import { workbook } from '../../support/workbook.js';

const X = 'x'.repeat(50);

/** Endless tokens: the beginning, the repeated part, and the limit that stops it. */
const ENDLESS: Readonly<Record<string, readonly [begin: string, piece: (index: number) => string, message: string]>> = {
  'an attribute': ['<a b="', () => X, 'has an attribute of more than 262144 characters'],
  'an attribute of entities': ['<a b="', () => '&lt;'.repeat(16), 'has an attribute of more than 262144 characters'],
  'the name of an attribute': ['<a ', () => X, 'has a name of more than 1000 characters'],
  'an element of attributes': ['<a ', (index) => `b${index}="1" `, 'has an element of more than 500 attributes'],
  'an element of long attributes': [
    '<a ',
    (index) => `b${index}="${'x'.repeat(3_000)}" `,
    'has an element with attributes of more than 262144 characters',
  ],
  'the name of an element': ['<', () => X, 'has a name of more than 1000 characters'],
  'the name of an element that ends': ['<a></', () => X, 'has a name of more than 1000 characters'],
  'a comment': ['<a><!--', () => X, 'has a comment of more than 262144 characters'],
  'a comment of hyphens': ['<a><!--', () => ' - '.repeat(16), 'has a comment of more than 262144 characters'],
  'a text': ['<a>', () => X, 'has a text of more than 1000000 characters'],
  'a text of entities': ['<a>', () => '&amp;'.repeat(16), 'has a text of more than 1000000 characters'],
  'a text in CDATA': ['<a><![CDATA[', () => X, 'has a text of more than 1000000 characters'],
  'a text in CDATA, of brackets': ['<a><![CDATA[', () => ']'.repeat(16), 'has a text of more than 1000000 characters'],
  'a text of sections in CDATA': ['<a>', () => '<![CDATA[xxxxxxxx]]>', 'has a text of more than 1000000 characters'],
  'an entity in a text': ['<a>&', () => X, 'has an entity of more than 1000 characters'],
  'an entity in an attribute': ['<a b="&', () => X, 'has an entity of more than 1000 characters'],
  'a processing instruction': ['<a><?b ', () => X, 'has a processing instruction of more than 262144 characters'],
  'the name of a processing instruction': ['<a><?', () => X, 'has a name of more than 1000 characters'],
  'a declaration': ['<!', () => X, 'has a declaration of more than 1000 characters'],
  'a document type': ['<!DOCTYPE a ', () => X, 'has a document type of more than 262144 characters'],
  'a document type with declarations': ['<!DOCTYPE a [', () => '"x"', 'has a document type of more than 262144'],
  'elements in elements': ['', () => '<a>', 'nests deeper than 50 elements'],
};
/** The most that is read of an endless token, for chunks of any size. */
const MAX_READ = 8 * 1024 * 1024;

/** Chunks of some characters each, and the number of characters read. */
function endless(
  begin: string,
  piece: (index: number) => string,
  size: number,
): { texts: () => Generator<string>; read: () => number } {
  let read = 0;
  return {
    read: () => read,
    texts: function* () {
      let [index, text] = [0, begin];
      for (;;) {
        while (text.length < size) text += piece(index++);
        read += text.length;
        if (read > 10 * MAX_READ) throw new Error('the whole was read');
        yield text;
        text = '';
      }
    },
  };
}

function writeAll(texts: Iterable<string>): void {
  const feed = createEspiFeed();
  for (const text of texts) feed.write(text);
}

// oxlint-disable-next-line typescript/require-await
async function* bytes(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
const IGNORED = { open: () => undefined, close: () => undefined };
const FEED = '<feed xmlns="http://naesb.org/espi">';

describe('the XML reader stops early at an endless token', () => {
  for (const [what, [begin, piece, message]] of Object.entries(ENDLESS)) {
    it(`of the kind ${what}, in a workbook and in a Green Button feed`, async () => {
      const part = endless(begin, piece, 100_000);
      await expect(readAllXml(bytes(part.texts()), 'xl/a.xml', IGNORED)).rejects.toThrow(
        `the workbook is damaged (xl/a.xml ${message}`,
      );
      expect(part.read()).toBeLessThan(MAX_READ);
      const isBeforeRoot = begin.startsWith('<!');
      const feed = endless(isBeforeRoot ? begin : FEED + begin, piece, 100_000);
      expect(() => {
        writeAll(feed.texts());
      }).toThrow(`the XML ${message}`);
      expect(feed.read()).toBeLessThan(MAX_READ);
    });
  }

  it('for any token, any characters and any chunk size', async () => {
    const token = fc.constantFrom(...Object.values(ENDLESS));
    const filler = fc.constantFrom('x', 'é', '中', '0-', 'a.b', ' x');
    await fc.assert(
      fc.asyncProperty(
        token,
        filler,
        fc.integer({ min: 1_000, max: 1_000_000 }),
        async ([begin, piece], fill, size) => {
          const other = (index: number): string => (piece(index) === X ? fill.repeat(25) : piece(index));
          const part = endless(begin, other, size);
          await expect(readAllXml(bytes(part.texts()), 'a', IGNORED)).rejects.toThrow(/^the workbook is damaged \(a /);
          expect(part.read()).toBeLessThan(MAX_READ);
          const feed = endless(begin.startsWith('<!') ? begin : FEED + begin, other, size);
          expect(() => {
            writeAll(feed.texts());
          }).toThrow(/^the XML /);
          expect(feed.read()).toBeLessThan(MAX_READ);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('in a feed whose entry has endless links, identifiers or fields, or whose reading has endless qualities', () => {
    const content = (kind: string): string => `${FEED}<entry><content><${kind}>`;
    for (const [begin, piece] of [
      [`${FEED}<entry>`, '<link rel="related" href="/a/b/c/d"/>'],
      [content('UsagePoint'), '<mRID>5446AF3F</mRID>'],
      [content('ReadingType'), '<%>1</%>'],
      [content('IntervalBlock') + '<IntervalReading>', '<ReadingQuality><quality>8</quality></ReadingQuality>'],
    ] as const) {
      const feed = endless(begin, (index) => piece.replaceAll('%', `f${index}`), 100_000);
      expect(() => {
        writeAll(feed.texts());
      }).toThrow(/^the XML has (?:an entry|a reading) (?:of|with) more than/);
      expect(feed.read()).toBeLessThan(MAX_READ);
    }
  });
});

describe('a small workbook that unpacks to one long token', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'udg-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes an import exit with 1 and a message in a process with little memory', async () => {
    const home = join(folder, 'data');
    await makeDataDir(home);
    const long = 'x'.repeat(60_000_000);
    // Where a token of 60 MB takes 32 bytes a character, this heap ends the process.
    const env = { DATABASE_URL: '', DATA_DIR: home, NODE_OPTIONS: '--max-old-space-size=400' };
    for (const [name, rows, message] of [
      ['attribute', `<row a="${long}"/>`, 'has an attribute of more than 262144 characters'],
      ['tag', `<${long}/>`, 'has a name of more than 1000 characters'],
      ['comment', `<!--${long}-->`, 'has a comment of more than 262144 characters'],
    ] as const) {
      const file = join(folder, `${name}.xlsx`);
      const small = workbook({ sheets: { Data: rows } });
      expect(small.length).toBeLessThan(100_000);
      writeFileSync(file, small);
      const { process: child, ended } = startUdg(['import', 'assets', file], env);
      const what = `import of ${Math.round(small.length / 1_000)} KB that unpack to a ${name} of 60 MB`;
      const { status, stderr } = await printUntilEnd(what, Number(child.pid), ended);
      expect({ name, status, stderr }).toEqual({
        ...{ name, status: 1 },
        stderr: `${file}: the workbook is damaged (xl/worksheets/sheet1.xml ${message}).\n`,
      });
    }
  });
});
