import { FIGURE_PARAMETERS } from '../../src/rest/figureParameters.js';
import { LIST_FIELDS } from './contractFields.js';
import { PORTFOLIO } from './portfolio.js';
import { pick, type Random } from './random.js';
import type { Ask } from './server.js';

/** A request without its key. */
export interface HostileRequest {
  readonly target: string;
  readonly ask: Ask;
}

const NASTY = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e21',
  '1e999',
  '1e-400',
  '9007199254740993',
  '2147483648',
  '4294967296',
  '-2147483649',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  "'",
  '"',
  "' or 1=1 --",
  '; drop table accounts',
  '\\',
  '\\x',
  '$1',
  '?',
  '??',
  ':a',
  '%',
  '_',
  '\u0000',
  '\uD83C',
  '\uFFFF',
  '\u{1F3E2}',
  'e\u0301',
  '\u202E',
  'a'.repeat(300),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'infinity',
  'now',
  '2024-02-30',
  '2024-01-31',
  '0000-01-01',
  '2024-01-01T24:00',
  '9999-12-31T23:59:59.999-14:00',
  'name:asc',
  'name:desc nulls first',
  'value:asc',
  '_id:desc',
  'a,b',
  ',',
  ',,,',
  '{a}',
  'NULL',
  '../../etc/passwd',
  '<script>',
  '${7*7}',
  '\r\n\r\nx: y',
  String(PORTFOLIO.accounts[0]?._id),
  String(PORTFOLIO.assets[0]?._id),
  'f'.repeat(24),
];
const RAW = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '%ED%A0%80',
  '%F0%9F%8F%A2',
  '+',
  '&',
  '&&',
  '=',
  '==',
  ';',
  '?',
  '%26',
  '%3D',
  '[]',
  '[0]',
  '.gte',
  '..',
  '%2e',
];
const NAMES = [
  ...new Set<string>(Object.values(LIST_FIELDS).flat()),
  ...Object.keys(FIGURE_PARAMETERS.consumption ?? {}),
  'limit',
  'page',
  'sort',
  'filter',
  '__proto__',
  'tags[]',
  'capacity',
  '',
];
const SUFFIXES = ['', '', '', '.gte', '.lt', '.lte', '.gt', '.eq', '.in', '.__proto__', '[gte]', '.'];
const ACCOUNT = String(PORTFOLIO.accounts[0]?._id);
const PATHS = [
  '/accounts',
  '/assets',
  '/invoices',
  '/readings',
  '/readings',
  '/non-cumulative',
  '/consumption',
  '/consumption',
  '/emissions',
  '/accounts/',
  '/assets/',
  '/invoices/',
];
const TIME = 'startDate=2024-01-01&endDate=2024-03-31';
const REQUIRED: Readonly<Record<string, string>> = {
  '/readings': `accountId=${ACCOUNT}`,
  '/consumption': `accountId=${ACCOUNT}&${TIME}`,
  '/emissions': `accountId=${ACCOUNT}&${TIME}`,
};
const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'];
const PIECES = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ':',
  '$f',
  '!',
  '...',
  '@include(if: true)',
  '@skip(if: $f)',
  'query',
  'mutation',
  'subscription',
  'fragment a on Account',
  '...a',
  '...__schema',
  'accounts',
  'assets',
  'nonCumulative',
  'account(id: "x")',
  'data',
  'total',
  '_id',
  'asset',
  'entity',
  'filter: ',
  'sort: ',
  'limit: ',
  'page: ',
  'eq',
  'in',
  'not',
  'or',
  'and',
  'null',
  '1',
  '-1',
  '1e400',
  '"\\u0000"',
  '"\\uD83C"',
  '"""x"""',
  '"x',
  '#',
  '__typename',
  '__schema { types { name } }',
  'viewer { userId }',
];

/** Percent-encodes a text. An unpaired surrogate becomes the bytes that UTF-8 would give it. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%BC';
  }
}

/** Generates REST requests with parameters of any kind. */
export function restRequest(random: Random): HostileRequest {
  const pairs = Array.from({ length: Math.floor(random() * 5) }, () => {
    if (random() < 0.1) return pick(random, RAW) + pick(random, RAW);
    const value = random() < 0.15 ? pick(random, RAW) : encoded(pick(random, NASTY));
    return `${encodeURIComponent(pick(random, NAMES))}${pick(random, SUFFIXES)}=${value}`;
  });
  const id = random() < 0.4 ? encoded(pick(random, NASTY)) : '';
  // Half of the requests have the parameters that their path requires.
  const path = pick(random, PATHS);
  const needed = REQUIRED[path];
  const query = random() < 0.5 && needed !== undefined ? [needed, ...pairs] : pairs;
  return { target: `/2.0${path}${id}?${query.join('&')}`, ask: { method: pick(random, METHODS) } };
}

function value(random: Random, depth: number): unknown {
  const kind = random();
  if (depth > 0 && kind < 0.2) return Array.from({ length: Math.floor(random() * 4) }, () => value(random, depth - 1));
  if (depth > 0 && kind < 0.6) return filter(random, depth - 1);
  return pick<unknown>(random, [null, true, 0, -1, 1.5, 1e308, 2_147_483_648, '', ...NASTY, [], {}]);
}

function filter(random: Random, depth: number): Record<string, unknown> {
  const names = ['eq', 'in', 'has', 'gt', 'lte', 'and', 'or', 'not', ...NAMES];
  return Object.fromEntries(
    Array.from({ length: Math.floor(random() * 3) + 1 }, () => [pick(random, names), value(random, depth)]),
  );
}

/** A filter of the right shape with values of any kind. */
function plausible(random: Random, depth: number, invoices: boolean): Record<string, unknown> {
  if (depth > 0 && random() < 0.4) {
    const inner = plausible(random, depth - 1, invoices);
    return pick<Record<string, unknown>>(random, [
      { not: inner },
      { and: [inner, {}] },
      { or: [inner, plausible(random, depth - 1, invoices)] },
      { or: [] },
    ]);
  }
  const text = pick(random, NASTY);
  const operator = pick(random, ['eq', 'gt', 'gte', 'lt', 'lte']);
  if (invoices) {
    return pick<Record<string, unknown>>(random, [
      { values: { [pick(random, ['supplierName', 'invoiceDate'])]: { [operator]: text } } },
      { rates: { rateName: { has: [text, pick(random, NASTY)] } } },
      { rates: { cost: { has: [pick(random, [0, -1, 1e308, 5e-324, 2 ** 53])] } } },
      { rates: pick<unknown>(random, [{}, null, [], { has: [text] }, { cost: {} }, { startDate: { has: [text] } }]) },
      { [pick(random, ['financialStatus', 'status', 'accountId', 'supplierId'])]: { eq: text } },
      { values: pick<unknown>(random, [null, {}, { eq: text }]) },
    ]);
  }
  return pick<Record<string, unknown>>(random, [
    { [pick(random, ['name', 'group', 'siteCode', '_id', 'assetId', 'createdAt'])]: { [operator]: text } },
    { name: { in: [text, pick(random, NASTY)] } },
    { tags: { has: [text] } },
    { isVirtual: { eq: random() < 0.5 } },
    { type: { eq: text } },
  ]);
}

/** Valid documents, as tokens. */
const DOCUMENTS = [
  '{ viewer { userId } accounts ( limit : 3 , sort : "name:desc" ) { total data { _id name ... on Account { tags } } } }',
  'query A ( $ n : Int = 2 ) { assets ( limit : $ n ) { data { siteName address { postCode } accounts ( limit : 2 ) { total } } } }',
  `query { account ( id : "${ACCOUNT}" ) { ... f consumption ( startDate : "2024-01-01" , endDate : "2024-02-29" ) { consumption emissions { total } data { date } } } } fragment f on Account { name asset { entity { name } } }`,
  '{ a : invoices ( filter : { or : [ { isPaid : { eq : true } } , { values : { totalCost : { gt : 5 } } } ] } ) { data { rates { cost } account { readings ( limit : 1 ) { data { value } } } } } }',
  '{ __schema { types { name } } __type ( name : "Account" ) { fields { name type { ofType { name } } } } }',
].map((document) => document.split(' '));

/** Returns one of these documents with tokens left out, doubled, swapped or taken from another document. */
function mutated(random: Random): string {
  const tokens = [...pick(random, DOCUMENTS)];
  for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
    const at = Math.floor(random() * tokens.length);
    const token = tokens[at] ?? '';
    const instead = pick(random, [[], [token, token], [pick(random, PIECES)], [pick(random, pick(random, DOCUMENTS))]]);
    tokens.splice(at, 1, ...instead);
  }
  return tokens.join(' ');
}

/** Generates GraphQL requests with documents, variables and bodies of any kind. */
export function graphqlRequest(random: Random): HostileRequest {
  const kind = random();
  let body: string;
  if (kind < 0.3) {
    body = JSON.stringify({ query: mutated(random), variables: pick(random, [{}, { n: value(random, 2) }]) });
  } else if (kind < 0.45) {
    body = JSON.stringify({
      query: Array.from({ length: Math.floor(random() * 25) + 1 }, () => pick(random, PIECES)).join(' '),
    });
  } else if (kind < 0.9) {
    const query =
      random() < 0.7
        ? 'query($f: AccountFilter, $s: Sort, $l: Int, $p: Int) { accounts(filter: $f, sort: $s, limit: $l, page: $p) { total data { _id name asset { accounts(filter: $f, limit: 2) { data { _id } } } } } }'
        : 'query($f: InvoiceFilter, $s: Sort, $l: Int, $p: Int) { invoices(filter: $f, sort: $s, limit: $l, page: $p) { total data { _id values { totalCost } rates { cost startDate } account { invoices(filter: $f, limit: 2) { total } readings { data { invoice { _id } } } } } } }';
    const f = random() < 0.7 ? plausible(random, 3, query.includes('invoices')) : value(random, 5);
    const variables =
      random() < 0.4
        ? { f }
        : {
            f,
            s: value(random, 1),
            l: pick<unknown>(random, [1, 0, -1, 50, 1e9, 2 ** 31, null, '5', 1.5]),
            p: pick<unknown>(random, [1, 2, 2_147_483_647, null, -5]),
          };
    body = JSON.stringify({ query, variables });
  } else
    body = pick(random, [
      '',
      '[]',
      '[{}]',
      'null',
      '1',
      '"x"',
      '{',
      '{}',
      '{"query":null}',
      '{"query":{}}',
      '{"query":"{a}","variables":[]}',
      '{"query":"{viewer{userId}}","operationName":{}}',
      '\u0000',
      '{"__proto__":{"query":"{viewer{userId}}"}}',
      '{"query":"{viewer{userId}}","extensions":[]}',
    ]);
  const type =
    random() < 0.95
      ? 'application/json'
      : pick(random, [
          'text/plain',
          'application/json; charset=utf-16',
          'multipart/form-data',
          '',
          'application/graphql',
        ]);
  return { target: '/graphql', ask: { method: 'POST', headers: { 'content-type': type }, body } };
}
