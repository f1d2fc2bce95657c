import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/errors/table.js';
import type { Document, Operation } from '../openapi/document.js';
import { anyArguments, fieldsWithArguments } from '../support/anyArguments.js';
import { ACCOUNT_ID, anyJson, anyNumber, anyText, percentEncoded } from '../support/anyValue.js';
import { ENGINES } from '../support/engines.js';
import { printFigure } from '../support/figures.js';
import { linkOf } from '../support/links.js';
import { timesOf } from '../support/repeated.js';
import { servePortfolio } from '../support/served.js';
import type { Answer, GraphqlBody } from '../support/server.js';

const RUNS = timesOf('requests with values of any kind');

/** Values that an operation needs before it looks at others. */
const RIGHT: Readonly<Record<string, string>> = {
  accountId: ACCOUNT_ID,
  startDate: '2023-01-01',
  endDate: '2023-03-31',
  resource: 'accounts',
};

/** Codes of failures that are ours. */
const OURS = Object.entries(ERRORS).flatMap(([code, { status }]) => (status >= 500 ? [code] : []));

/** Requests whose answers were looked at. */
const looked = { count: 0 };

function expectNotOurs({ status, text }: Answer<unknown>, what: string): void {
  looked.count += 1;
  const failure = OURS.find((code) => text.includes(`"code":"${code}"`));
  expect([status < 500, failure], `${what.slice(0, 500)} → ${status} ${text.slice(0, 500)}`).toEqual([true, undefined]);
}

/** The operations of the OpenAPI document by their paths, which are written as Express has them. */
function operationsOf({ paths }: Document): readonly (readonly [path: string, operation: Operation])[] {
  return Object.entries(paths).map(([path, { get }]) => [path, get] as const);
}

/** Targets of an operation with values of any kind as its parameters. */
function targets([path, { parameters }]: readonly [path: string, operation: Operation]): fc.Arbitrary<string> {
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  const value = fc.oneof({ weight: 3, arbitrary: anyText }, { weight: 1, arbitrary: anyNumber.map(String) });
  const required = inQuery.filter(({ required: isRequired, name }) => isRequired === true || name === 'accountId');
  const base = fc.tuple(
    ...required.map(({ name }) =>
      fc.oneof(value, { weight: 9, arbitrary: fc.constant(RIGHT[name] ?? '') }).map((text) => [name, text] as const),
    ),
  );
  const others = fc
    .shuffledSubarray(inQuery, { minLength: Math.min(1, inQuery.length), maxLength: Math.min(3, inQuery.length) })
    .chain((chosen) => fc.tuple(...chosen.map(({ name }) => value.map((text) => [name, text] as const))));
  return fc.tuple(fc.tuple(...inPath.map(() => anyText)), base, others).map(([ids, given, more]) => {
    const target = ids.reduce(
      (text, id, index) => text.replace(`{${inPath[index]?.name ?? ''}}`, percentEncoded(id)),
      path,
    );
    const pairs = [...new Map([...more, ...given])];
    return `${target}?${pairs.map(([name, text]) => `${percentEncoded(name)}=${percentEncoded(text)}`).join('&')}`;
  });
}

/** A cursor with some of its parts replaced, its letters changed, or nothing of it left. */
function mutated(cursor: string): fc.Arbitrary<string> {
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as readonly unknown[];
  const written = (changed: readonly unknown[]): string => Buffer.from(JSON.stringify(changed)).toString('base64url');
  const index = fc.nat({ max: parts.length - 1 });
  const replaced = fc
    .array(fc.tuple(index, anyJson), { minLength: 1, maxLength: 2 })
    .map((changes) => changes.reduce((all, [at, value]) => all.with(at, value), [...parts]));
  const letters = fc
    .tuple(fc.nat({ max: cursor.length - 1 }), fc.constantFrom('A', 'z', '_', '=', ''))
    .map(([at, letter]) => cursor.slice(0, at) + letter + cursor.slice(at + 1));
  return fc.oneof(
    { weight: 4, arbitrary: replaced.map(written) },
    letters,
    anyText,
    anyJson.map((value) => written([value])),
  );
}

describe.each(ENGINES)('requests with any texts and numbers never cause a server error, on %s', (engine) => {
  const { server, key } = servePortfolio(engine);
  afterAll(() => {
    printFigure(`requests with values of any kind, on ${engine}`, `${looked.count}, none of which failed by our fault`);
    looked.count = 0;
  });
  const get = (target: string): Promise<Answer> => server().ask(target, { headers: { 'x-api-key': key() } });
  const document = async (): Promise<Document> => (await server().ask<Document>('/2.0/openapi.json')).body;

  it('REST: any text as any parameter of any endpoint', { timeout: 900_000 }, async () => {
    const operations = operationsOf(await document());
    expect(operations.length).toBeGreaterThan(10);
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations).chain(targets), async (target) => {
        const answer = await get(target.startsWith('/2.0') ? target : `/2.0${target}`);
        statuses.add(answer.status);
        expectNotOurs(answer, target);
      }),
      { numRuns: RUNS },
    );
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
  });

  it('REST: a cursor with an offset or a total out of range is a 400', async () => {
    const first = await get('/2.0/accounts?limit=1&after=');
    const next = new URL(linkOf(first, 'next') ?? '', 'http://x').searchParams.get('after') ?? '';
    const parts = JSON.parse(Buffer.from(next, 'base64url').toString('utf8')) as readonly unknown[];
    for (const at of [2, 3]) {
      for (const value of [9_000_000_000_000_000, 2 ** 31, 2 ** 53, 1e308, -1, 0.5]) {
        const cursor = Buffer.from(JSON.stringify(parts.with(at, value))).toString('base64url');
        const { status, body } = await get(`/2.0/accounts?limit=1&after=${cursor}`);
        expect([status, body.code], `${at} ${value}`).toEqual([400, 'invalid-parameter']);
      }
    }
  });

  it('GraphQL: a tag with a NUL character is an invalid-parameter error', async () => {
    const time = 'startDate: "2023-01-01", endDate: "2023-01-31"';
    for (const tag of ['\\u0000', 'a\\u0000b']) {
      for (const field of [
        `consumption(${time}, accountId: "${ACCOUNT_ID}", tags: ["${tag}"]) { consumption }`,
        `emissions(${time}, tags: ["${tag}"]) { emissions { total } }`,
        `viewer { consumption(${time}, accountType: [electricity], tags: ["a", "${tag}"]) { consumption } }`,
      ]) {
        const { body } = await server().graphql(`{ ${field} }`, {}, key());
        expect(
          body.errors?.map(({ extensions }) => extensions?.code),
          field,
        ).toEqual(['invalid-parameter']);
      }
    }
  });

  it('REST: any altered cursor of any list', { timeout: 900_000 }, async () => {
    const lists = operationsOf(await document()).filter(([, { parameters }]) =>
      parameters.some(({ name }) => name === 'after'),
    );
    const cursors: (readonly [target: string, cursor: string])[] = [];
    for (const [path] of lists) {
      const base = path.startsWith('/2.0') ? path : `/2.0${path}`;
      const asked = new URLSearchParams({
        ...(path.includes('readings') ? { accountId: ACCOUNT_ID, type: '*' } : {}),
        ...(path.includes('deletions') ? { resource: 'accounts' } : {}),
      });
      for (const sort of ['', '&sort=createdAt:desc', '&sort=updatedAt:asc']) {
        const target = `${base}?${asked.toString()}${sort}`;
        const next = linkOf(await get(`${target}&limit=1&after=`), 'next');
        const cursor = next === undefined ? null : new URL(next, 'http://x').searchParams.get('after');
        if (cursor !== null && cursor !== '') cursors.push([target, cursor]);
      }
    }
    expect(cursors.length).toBeGreaterThan(8);
    const request = fc
      .constantFrom(...cursors)
      .chain(([target, cursor]) =>
        fc.tuple(
          fc.constant(target),
          mutated(cursor),
          fc.constantFrom('1', '3', '10000'),
          fc.constantFrom('json', 'csv'),
        ),
      );
    await fc.assert(
      fc.asyncProperty(request, async ([target, cursor, limit, format]) => {
        const asked = `${target}&limit=${limit}&format=${format}&after=${percentEncoded(cursor)}`;
        expectNotOurs(await get(asked), `${asked} ${Buffer.from(cursor, 'base64url').toString()}`);
      }),
      { numRuns: RUNS },
    );
  });

  it('GraphQL: any value as any argument of any field', { timeout: 900_000 }, async () => {
    const places = fieldsWithArguments(buildSchema(await readFile('schema/generated.graphql', 'utf8')));
    expect(places.length).toBeGreaterThan(30);
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(anyArguments(places), async ({ query, variables }) => {
        const answer: Answer<GraphqlBody> = await server().graphql(query, variables, key());
        if (answer.body.errors === undefined) answered += 1;
        expectNotOurs(answer, `${query} ${JSON.stringify(variables)}`);
      }),
      { numRuns: RUNS },
    );
    expect(answered).toBeGreaterThan(RUNS / 20);
  });

  it('GraphQL: any document, operation name and variables', { timeout: 900_000 }, async () => {
    const body = fc.record(
      {
        query: fc.oneof(anyText, fc.constant('query A($n: Int) { accounts(limit: $n) { total } }')),
        operationName: anyJson,
        variables: anyJson,
      },
      { requiredKeys: ['query'] },
    );
    await fc.assert(
      fc.asyncProperty(body, async (asked) => {
        const headers = { 'content-type': 'application/json', 'x-api-key': key() };
        const answer = await server().ask('/graphql', { method: 'POST', headers, body: JSON.stringify(asked) });
        expectNotOurs(answer, JSON.stringify(asked));
        const search = Object.entries(asked).map(
          ([name, value]) => `${name}=${percentEncoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
        );
        expectNotOurs(await get(`/graphql?${search.join('&')}`), search.join('&'));
      }),
      { numRuns: RUNS / 4 },
    );
  });
});
