import { newSecret } from '../src/auth/authenticator.js';
import type { FloodRequest } from './flood.js';
import { dayText, idOf, type Size } from './portfolio.js';

/** The requests of one client, with a key or without, that try to crowd out other clients. */
export interface Crowding {
  readonly name: string;
  /** Returns its requests with a valid key. Each bystander is another user. */
  readonly requests: (key: string) => readonly FloodRequest[];
  readonly connections: number;
}

const CONNECTIONS = 12;
const ALIASES = 20;
const EVERY_OPTION =
  '&emissions=true&dayNight=true&floorArea=true&capacityInfo=true&meterUserBreakdown=true&showCounts=true' +
  '&contractCoverage=true&showSimulated=true&detailedSource=true';

/** Returns the most expensive requests within the default limits, and requests that should be rejected. */
export function floods(size: Size): readonly Crowding[] {
  return [...expensiveLists(), ...expensiveFigures(size), ...keyless(), ...invalid()];
}

/** Returns requests to `/2.0` with a valid key. */
function get(name: string, ...targets: readonly string[]): Crowding {
  return {
    name,
    connections: CONNECTIONS,
    requests: (key) => targets.map((target) => ({ target: `/2.0${target}`, headers: { 'x-api-key': key } })),
  };
}

/** Returns a GraphQL document with a valid key. */
function query(name: string, text: string): Crowding {
  return { name, connections: CONNECTIONS, requests: (key) => [graphql(text, key)] };
}

/** Returns lists that sort, scan or return very many records. */
function expensiveLists(): readonly Crowding[] {
  const aliased = (list: (index: number) => string): string =>
    `{ ${Array.from({ length: ALIASES }, (_, index) => `a${index}: ${list(index)}`).join('\n')} }`;
  const scans = aliased((index) => `nonCumulative(filter: { value: { gt: ${index}.{n} } }, limit: 1) { total }`);
  const pages = aliased(
    (index) =>
      `nonCumulative(filter: { value: { gt: ${index}.{n} } }, limit: 100, sort: "value:desc") { data { _id value account { _id asset { _id } } } }`,
  );
  const sortedExport = '/2.0/non-cumulative?format=csv&sort=value:desc&value.gt=0.{n}';
  return [
    get('sorts without an index', '/non-cumulative?limit=100&sort=value:desc&value.gt=0.{n}'),
    get('scans without an index', '/non-cumulative?limit=1&value=7.{n}', '/invoices?limit=1&values.totalCost=1.{n}'),
    query(`${ALIASES} scans by alias`, scans),
    query(`${ALIASES} sorted pages with links`, pages),
    get('pages of 10,000', '/non-cumulative?limit=10000&value.gt=0.{n}'),
    get('exports of the whole', '/non-cumulative?format=csv&value.gt=0.{n}'),
    {
      name: 'sorted exports whose clients leave',
      connections: CONNECTIONS,
      requests: (key) => [{ target: sortedExport, headers: { 'x-api-key': key }, leavesAfterMs: 30 }],
    },
  ];
}

/** Returns consumption by small steps, with every option, or over very long times. */
function expensiveFigures({ meters, days }: Size): readonly Crowding[] {
  const time = `startDate=${dayText(0)}&endDate=${dayText(days - 1)}`;
  const [account, entity] = [idOf('account', 1), idOf('entity', 1)];
  const halfHours = Array.from(
    { length: meters },
    (_, index) => `/consumption?accountId=${idOf('account', index + 1)}&${time}&granularity=halfhourly${EVERY_OPTION}`,
  );
  const years = Intl.supportedValuesOf('timeZone').map(
    (zone) =>
      `/consumption?accountId=${account}&startDate=1901-01-01&endDate=2199-12-31&granularity=yearly&timeZone=${zone}`,
  );
  return [
    get('half-hours of a year, every option', ...halfHours),
    get(
      'days of a portfolio, every option',
      `/consumption?entityId=${entity}&accountType=electricity&${time}&granularity=daily${EVERY_OPTION}`,
    ),
    get('years of every time zone', ...years),
  ];
}

/** Returns requests with invalid keys and documents. */
function invalid(): readonly Crowding[] {
  return [
    { name: 'made-up keys', connections: 50, requests: () => madeUp().map((key) => accounts(key)) },
    {
      name: 'made-up keys, invalid GraphQL',
      connections: CONNECTIONS,
      requests: () => madeUp().map((key) => graphql(INVALID, key)),
    },
    query('a valid key, invalid GraphQL', INVALID),
    query('a valid key, fragments beyond the bounds', NESTED),
  ];
}

/** Returns requests without a key. */
function keyless(): readonly Crowding[] {
  const pages = (name: string, headers: Readonly<Record<string, string>>): Crowding => ({
    name,
    connections: CONNECTIONS,
    requests: () => ['/', '/guide', '/2.0/openapi.json'].map((target) => ({ target, headers })),
  });
  return [
    pages('pages without a key, gzipped', { 'accept-encoding': 'gzip' }),
    pages('pages without a key, deflated', { 'accept-encoding': 'deflate' }),
    pages('ranges of pages without a key', { range: 'bytes=0-0' }),
    {
      name: 'no key, a filter of 7.9 KB',
      requests: () => [{ target: `/2.0/consumption?accountId=1&accountType=${'a,'.repeat(3_900)}a`, headers: {} }],
      connections: 30,
    },
    {
      name: 'no key, 98 parameters that do not exist',
      requests: () => [{ target: `/2.0/accounts?${UNKNOWN_PARAMETERS}`, headers: {} }],
      connections: 30,
    },
    {
      name: 'pages without a key, 20,000 sent at once',
      requests: () => [{ target: '/', headers: {}, pipelined: 20_000 }],
      connections: 2,
    },
  ];
}

const UNKNOWN_PARAMETERS = Array.from({ length: 98 }, (_, n) => `unknownName${n}=1`).join('&');

/** Nested fragments: a document that costs far more than allowed, the same each time. */
const NESTED = [
  '{ accounts(limit: 10000) { data { ...f6 } } }',
  'fragment f0 on Account { _id name }',
  ...Array.from(
    { length: 6 },
    (_, n) => `fragment f${n + 1} on Account { invoices(limit: 100) { data { account { ...f${n} } } } }`,
  ),
].join('\n');

const INVALID = `{ ${Array.from({ length: 300 }, (_, index) => `unknown${index}x{n}`).join(' ')} }`;

/** Returns well-formed keys that do not exist. */
function madeUp(): readonly string[] {
  return Array.from({ length: 1_000 }, () => `${'f'.repeat(24)}:${newSecret()}`);
}

function accounts(key: string): FloodRequest {
  return { target: '/2.0/accounts?limit=3', headers: { 'x-api-key': key } };
}

function graphql(query: string, key: string): FloodRequest {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return { target: '/graphql', headers, body: JSON.stringify({ query }) };
}
