import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIST_FIELDS, type RestList } from '../support/contractFields.js';
import { ENGINES } from '../support/engines.js';
import { PORTFOLIO, type PlainRecord } from '../support/portfolio.js';
import { at } from '../support/random.js';
import { servePortfolio } from '../support/served.js';
import type { Answer } from '../support/server.js';
import { linkOf } from '../support/links.js';
import { casesOf, IS_QUICK } from '../support/repeated.js';

interface Envelope {
  readonly total: number;
  readonly limit: number;
  readonly skip: number;
  readonly data: readonly PlainRecord[];
}

const LISTS = Object.keys(LIST_FIELDS) as RestList[];
const ACCOUNT = String(at(PORTFOLIO.readings, 1).accountId);
const own = (name: RestList): string => (name === 'readings' ? `accountId=${ACCOUNT}&type=*&` : '');

/** Fields that a list may be sorted by: neither lists nor of lists. */
const sortable = (name: RestList): readonly string[] =>
  LIST_FIELDS[name].filter((path) => path !== 'tags' && !path.startsWith('rates'));

/** Filters that pin a key of the order, or leave it. */
const FILTERS: Readonly<Record<RestList, readonly string[]>> = {
  accounts: ['', 'status=active&', 'type=gas&updatedAt.gte=2021-01-01&'],
  assets: ['', 'tenure=leasehold&', 'floorArea.gte=1&'],
  invoices: ['', 'isPaid=false&', 'createdAt.lt=2023-01-01&'],
  readings: ['', 'source=manual&'],
  'non-cumulative': ['', `accountId=${String(at(PORTFOLIO['non-cumulative'], 0).accountId)}&`, 'isEstimated=true&'],
};

/** A part of each list with all kinds of values, and the size with which it has three pages. */
const THREE_PAGES: Readonly<Record<RestList, { readonly filter: string; readonly size: number }>> = {
  accounts: { filter: '', size: 23 },
  assets: { filter: '', size: 13 },
  invoices: { filter: '', size: 41 },
  readings: { filter: '', size: 14 },
  'non-cumulative': { filter: 'startTimestamp.lt=2023-01-01T01:30&', size: 101 },
};

describe.each(ENGINES)('cursor pagination on %s', (engine) => {
  const { server, key } = servePortfolio(engine);
  const get = async (path: string): Promise<Answer<Envelope>> => {
    const answer = await server().get<Envelope>(path, key());
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };
  /** All pages from the first one on, by their links. */
  const walk = async (path: string): Promise<readonly Answer<Envelope>[]> => {
    const pages = [await get(path)];
    for (let next = linkOf(pages[0], 'next'); next !== undefined; next = linkOf(pages.at(-1), 'next')) {
      pages.push(await get(next.replace(/^\/2\.0/, '')));
    }
    return pages;
  };

  it.each(LISTS)('/%s: returns exactly the list of one page, for any sort, filter and size', async (name) => {
    const question = fc.record({
      sort: fc.option(fc.tuple(fc.constantFrom(...sortable(name)), fc.constantFrom('asc', 'desc')), { freq: 8 }),
      filter: fc.constantFrom(...FILTERS[name]),
      limit: fc.integer({ min: 2, max: 31 }).map((size) => (name === 'non-cumulative' ? size + 40 : size)),
      start: fc.constantFrom('', 'after=&'),
    });
    await fc.assert(
      fc.asyncProperty(question, async ({ sort, filter, limit, start }) => {
        const query = `/${name}?${own(name)}${filter}${sort ? `sort=${sort.join(':')}&` : ''}`;
        const whole = await get(`${query}limit=1000`);
        const pages = await walk(`${query}${start}limit=${limit}`);
        expect(pages.flatMap(({ body }) => body.data)).toEqual(whole.body.data);
        pages.forEach(({ body }, index) => {
          expect(body).toMatchObject({ total: whole.body.total, limit, skip: index * limit });
        });
      }),
      { numRuns: casesOf(12), seed: 7, endOnFailure: true },
    );
  });

  it.each(LISTS)('/%s: every field can be sorted by, in both directions', async (name) => {
    const { filter, size } = THREE_PAGES[name];
    for (const [index, path] of sortable(name).entries()) {
      // Without services, the direction alternates from field to field.
      for (const direction of IS_QUICK ? [at(['asc', 'desc'], index % 2)] : ['asc', 'desc']) {
        const query = `/${name}?${own(name)}${filter}sort=${path}:${direction}&`;
        const pages = await walk(`${query}after=&limit=${size}`);
        expect(pages.length).toBe(3);
        expect(pages.flatMap(({ body }) => body.data)).toEqual((await get(`${query}limit=1000`)).body.data);
      }
    }
  });

  it('returns only records granted to the key, even with a cursor of another key', async () => {
    const page = await get('/accounts?limit=5&after=');
    const other = await server().key({ entities: ['e00000000000000000000021'] });
    const next = linkOf(page, 'next') ?? '';
    const { body } = await server().ask<Envelope>(next, { headers: { 'x-api-key': other } });
    for (const { entityId } of body.data) expect(entityId).toBe('e00000000000000000000021');
  });

  describe('links', () => {
    it('pages by number have links to first, prev, next and last by number', async () => {
      const middle = await get('/accounts?status=active&limit=7&page=2');
      const last = Math.ceil(middle.body.total / 7);
      expect(linkOf(middle, 'first')).toBe('/2.0/accounts?status=active&limit=7&page=1');
      expect(linkOf(middle, 'prev')).toBe('/2.0/accounts?status=active&limit=7&page=1');
      expect(linkOf(middle, 'next')).toBe('/2.0/accounts?status=active&limit=7&page=3');
      expect(linkOf(middle, 'last')).toBe(`/2.0/accounts?status=active&limit=7&page=${last}`);
      const end = await get(`/accounts?status=active&limit=7&page=${last}`);
      expect(linkOf(end, 'next')).toBeUndefined();
      expect(linkOf(await get('/accounts?status=active&limit=7&page=99'), 'prev')).toBe(
        linkOf(end, 'first')?.replace('page=1', `page=${last}`),
      );
    });

    it('a list without page has a next link by cursor, and no next link if all records fit', async () => {
      const page = await get('/accounts?limit=7');
      expect(linkOf(page, 'next')).toMatch(/^\/2\.0\/accounts\?limit=7&after=[\w-]+$/);
      expect(linkOf(page, 'prev')).toBeUndefined();
      expect(linkOf(page, 'last')).toBe('/2.0/accounts?limit=7&page=9');
      const whole = await get('/accounts?limit=60');
      expect(linkOf(whole, 'next')).toBeUndefined();
      expect(linkOf(whole, 'first')).toBe('/2.0/accounts?limit=60&page=1');
    });

    it('pages by cursor have links to the next page and the start', async () => {
      const page = await get('/accounts?tags=solar&tags=roof&limit=3&after=');
      expect(linkOf(page, 'first')).toBe('/2.0/accounts?tags=solar&tags=roof&limit=3&after=');
      expect(linkOf(page, 'next')).toMatch(/&after=[\w-]+$/);
      expect(linkOf(page, 'last')).toBeUndefined();
    });
  });

  describe('an invalid cursor is a 400 with a message', () => {
    const refusal = async (path: string): Promise<string> => {
      const answer = await server().get<{ readonly detail: string; readonly code: string }>(path, key());
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid-parameter']);
      return answer.body.detail;
    };
    const cursorOf = async (path: string): Promise<string> => {
      const link = linkOf(await get(path), 'next') ?? '';
      return new URLSearchParams(link.slice(link.indexOf('?'))).get('after') ?? '';
    };
    const encode = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

    it('a malformed or altered cursor', async () => {
      const cursor = await cursorOf('/accounts?limit=5');
      const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
      const [, question, skip, total, ...place] = parts;
      for (const wrong of [
        'x',
        '%20',
        '====',
        encode({}),
        encode([]),
        encode([2, question, skip, total, ...place]),
        encode([1, question, -1, total, ...place]),
        encode([1, question, skip, 1.5, ...place]),
      ]) {
        expect(await refusal(`/accounts?limit=5&after=${wrong}`)).toMatch(
          /^after must be a cursor from a Link with rel="next", or empty, got "/,
        );
      }
      for (const wrong of [[], [null], ['x'], [1], [...place, 'y'], ["' or true --"]]) {
        expect(await refusal(`/accounts?limit=5&after=${encode([1, question, skip, total, ...wrong])}`)).toMatch(
          /^after must be an unchanged cursor of a response, got "/,
        );
      }
    });

    it('a cursor of another list, filter or sort', async () => {
      const cursor = await cursorOf('/accounts?limit=5&status=active');
      for (const other of [
        'accounts?',
        'accounts?status=inactive&',
        'accounts?status=active&sort=name:asc&',
        'assets?',
      ]) {
        expect(await refusal(`/${other}limit=5&after=${cursor}`)).toBe(
          'after belongs to another list, filter or sort: send it with the parameters of the request that returned it.',
        );
      }
      expect((await get(`/accounts?after=${cursor}&limit=9&status=active`)).body.data).toHaveLength(9);
    });

    it('a cursor together with page, a repeated cursor, and a cursor for an endpoint without pages', async () => {
      expect(await refusal('/accounts?page=2&after=')).toBe('Give after or page, not both.');
      expect(await refusal('/accounts?after=&after=')).toBe('after must be given once, got 2 times.');
      expect(await refusal('/consumption?after=')).toContain('"after" is not a parameter');
    });
  });
});
