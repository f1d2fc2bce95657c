import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { PAGES } from '../../src/server/site.js';
import { de } from '../../src/web/dashboard/texts/de.js';
import { en } from '../../src/web/dashboard/texts/en.js';
import { formatDay, formatMoment } from '../../src/web/dashboard/format/dates.js';
import { formatMoney } from '../../src/web/dashboard/format/money.js';
import { formatNumber } from '../../src/web/dashboard/format/numbers.js';
import { parsePeriod, formatPeriod } from '../../src/web/dashboard/format/periods.js';
import { counted, formatList } from '../../src/web/dashboard/format/words.js';
import { languageOf, localeOf, setLanguage, type Language } from '../../src/web/shared/language.js';

/** What is the same in both languages: names, words that German has too, and what only joins other texts. */
const ALIKE = [
  ...['page.titled', 'page.links./', 'page.links./dashboard', 'page.links./playground'],
  ...[
    'queries.code',
    'columns.status',
    'columns.then',
    'portfolio.title',
    'portfolio.peers.median',
    'tabs.portfolio',
    'portfolio.rankedEnd',
    'sites.code',
  ],
  ...['figures.scopes', 'finding.dismissCommand'],
];

/** Literals of the components that look like words and are not read by a reader of the page. */
const UNSEEN = [
  // How languages are called by those who speak them, and a unit.
  ...['English', 'Deutsch', 'kg CO₂e', 't CO₂e'],
  // Commands, the form of a key, kinds of files.
  ...['npm start', 'npx udg keys issue', '<USER_ID>:<secret>', 'CSV', 'PNG'],
  // A key of the keyboard.
  'Escape',
  // Selectors and rules of CSS.
  ...['(prefers-color-scheme: dark)', '@page { @bottom-left { content:', '.bar nav', '.bar nav a'],
  // What tells a developer of a mistake in the page itself.
  ...['There is no scene above this component.', 'There is no watch for outages above this component.'],
  ...['the page has no element #dashboard', 'the page has no element #bar-end'],
];

/** What runs when pages are built, and what reads the outline of the land. */
const APART = ['shared/siteBar.ts', 'dashboard/sites/map/land.ts'];

/** Attributes whose text nobody reads. */
const TECHNICAL = [
  'className',
  'autoComplete',
  'aria-live',
  'type',
  'role',
  'scope',
  'lang',
  'id',
  'key',
  'htmlFor',
  'style',
];
/** Two words, or one with a capital. */
const WORDS = /\p{L}{2,}[^\p{L}]*\s[^\p{L}]*\p{L}{2,}|^\s*\p{Lu}\p{Ll}+/u;
/** Options of ECharts, fonts and addresses of what canvas draws. */
const DRAWN = /sans-serif|rgba?\(|px /;

const WEB = join(PACKAGE_ROOT, 'src/web');
const sources = ['dashboard', 'shared'].flatMap((folder) =>
  readdirSync(join(WEB, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(texts|generated)\//.test(name))
    .filter((name) => !APART.includes(`${folder}/${name}`))
    .map((name) => join(WEB, folder, name)),
);

/** What a file has in its code that looks like words for a reader. */
function wordsIn(file: string, text = readFileSync(file, 'utf8')): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const note = (words: string, isShown: boolean): void => {
    const looks = isShown ? /\p{L}{2,}/u.test(words) : WORDS.test(words) && !DRAWN.test(words);
    if (looks && !UNSEEN.includes(words.trim())) found.push(`${relative(WEB, file)}: ${words.trim()}`);
  };
  const look = (node: ts.Node, isShown: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (ts.isJsxAttribute(node)) {
      // A field of a form has a name that nobody reads, our own components have one that is read.
      const isField = node.name.getText() === 'name' && /^(input|select)$/.test(node.parent.parent.tagName.getText());
      if (TECHNICAL.includes(node.name.getText()) || isField) return;
      ts.forEachChild(node, (child) => {
        look(child, ts.isStringLiteral(child));
      });
      return;
    }
    if (ts.isJsxText(node)) note(node.text, true);
    else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) note(node.text, isShown);
    else if (ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) note(node.text, isShown);
    const isInElement = ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent));
    ts.forEachChild(node, (child) => {
      look(child, isInElement && (ts.isStringLiteralLike(child) || ts.isTemplateExpression(child)));
    });
  };
  look(source, false);
  return found;
}

/** Every text of a language by its place: `sites.title`; of a function its code. */
function textsOf(node: unknown, place = ''): readonly (readonly [place: string, text: string])[] {
  if (typeof node !== 'object' || node === null) return [[place, String(node)]];
  return Object.entries(node).flatMap(([name, inner]) => textsOf(inner, place === '' ? name : `${place}.${name}`));
}

describe('the texts of the dashboard', () => {
  it('are in the text files, and no component contains one', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap((file) => wordsIn(file))).toEqual([]);
  });

  it.each([
    ['<p>There are no gaps</p>', 'There are no gaps'],
    ['<Card title="Gaps" />', 'Gaps'],
    ['<button aria-label="close" />', 'close'],
    ['<p>{`${count} of them`}</p>', 'of them'],
    ["({ name: 'Consumption' })", 'Consumption'],
    ['throw new Error(`The address has ${name} twice.`)', 'The address has'],
  ])('are found by the check if a component contains one: %s', (code, words) => {
    expect(
      wordsIn(join(WEB, 'dashboard/One.tsx'), `export const one = () => { return ${code.replace(/^throw /, '')}; };`),
    ).toContain(`dashboard/One.tsx: ${words}`);
  });

  it('exist in English and German, and differ except for the listed ones', () => {
    const [english, german] = [textsOf(en), new Map(textsOf(de))];
    expect([...german.keys()].toSorted()).toEqual(english.map(([place]) => place).toSorted());
    const plain = (text: string): string => text.replaceAll(/[()\s]/g, '');
    const alike = english.filter(([place, text]) => plain(german.get(place) ?? '') === plain(text));
    expect(alike.map(([place]) => place).toSorted()).toEqual(ALIKE.toSorted());
  });

  it('name the pages in English as the static bar does', () => {
    expect(Object.entries(en.page.links)).toEqual(
      expect.arrayContaining(PAGES.map(({ path, label }) => [path, label])),
    );
  });
});

describe('the language of a page', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr-FR', 'de', 'en'], 'de'],
    [['fr-FR', 'en-US', 'de'], 'en'],
    [['den', 'not a locale'], 'en'],
    [[], 'en'],
  ])('for a browser that prefers %j is %s', (locales, language) => {
    expect(languageOf(locales)).toBe(language);
  });

  it.each([
    ['de', ['fr-FR', 'de-CH'], 'de-CH'],
    ['de', ['en-US'], 'de-DE'],
    ['en', ['de-DE', 'en-US'], 'en-US'],
    ['en', ['en'], 'en-GB'],
  ] as const)('%s with the browser locales %j formats numbers and dates as in %s', (language, locales, locale) => {
    expect(localeOf(language, locales)).toBe(locale);
  });

  /** What a few figures look like. */
  const shown = (language: Language, ...locales: readonly string[]): readonly string[] => {
    setLanguage(language, locales);
    try {
      const days = parsePeriod('2022-03-05..2022-04-10');
      return [
        ...[
          formatNumber(1234.5, 1),
          formatMoney(1234.5, 'eur'),
          formatDay('2022-06-01'),
          formatMoment('2022-06-01T15:30Z'),
        ],
        ...[days === null ? '' : formatPeriod(days), formatList(['a', 'b', 'c'], 'or'), counted(1, 'one', 'other')],
      ].map((text) => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' '));
    } finally {
      setLanguage('en', []);
    }
  };

  it('formats numbers, money, days and lists as in its locale', () => {
    expect(shown('de', 'de-DE')).toEqual([
      ...['1.234,5', '1.234,50 €', '1. Juni 2022', '1. Juni 2022, 15:30', '5. März – 10. Apr. 2022'],
      ...['a, b oder c', '1 one'],
    ]);
    expect(shown('en', 'en-GB')).toEqual([
      ...['1,234.5', '€1,234.50', '1 Jun 2022', '1 Jun 2022, 15:30', '5 Mar – 10 Apr 2022'],
      ...['a, b or c', '1 one'],
    ]);
    expect(shown('en', 'de-DE', 'en-US').slice(0, 4)).toEqual([
      ...['1,234.5', '€1,234.50', 'Jun 1, 2022', 'Jun 1, 2022, 15:30'],
    ]);
    expect(shown('de', 'de-CH')[0]).toMatch(/^1['’]234\.5$/);
  });
});
