import { expect } from 'vitest';
import { linkOf } from './links.js';
import type { PlainRecord } from './portfolio.js';
import type { Answer, TestServer } from './server.js';

interface Envelope {
  readonly data: readonly PlainRecord[];
}

/** A client's copy of a list: its records by `_id`, and the watermark for its next request ('' before the first). */
export interface Copy {
  readonly records: Map<string, PlainRecord>;
  from: string;
}

export const emptyCopy = (): Copy => ({ records: new Map(), from: '' });

/**
 * A client that keeps copies of lists. It follows the recipe for incremental sync in docs/rest.md and uses nothing
 * else.
 */
export class CopyingClient {
  /** How often the client asked for deletions from before the deletion horizon. */
  begunAnew = 0;
  constructor(
    private readonly server: TestServer,
    private readonly key: string,
  ) {}

  /**
   * Brings the copy of a list up to date.
   * @param list its path and filters, such as `readings?accountId=…`
   * @param limit records per page
   */
  async sync(list: string, copy: Copy, limit: number): Promise<void> {
    const [resource = '', filters = ''] = list.split('?');
    const marks: string[] = [];
    const walk = async (more: string): Promise<void> => {
      const given = [filters, more, `limit=${limit}`, 'after='].filter((part) => part !== '').join('&');
      for (const record of (await this.#walk(`${resource}?${given}`, marks)) ?? []) {
        copy.records.set(String(record._id), record);
      }
    };
    const accounts = copy.from === '' ? null : await this.#drop(resource, copy, limit, marks);
    if (accounts === null) copy.records.clear();
    await walk(accounts === null ? '' : `updatedAt.gte=${copy.from}`);
    for (const account of accounts ?? []) {
      const ofAccount = `accountId=${account}`;
      if (!filters.includes('accountId=')) await walk(ofAccount);
      else if (filters.includes(ofAccount)) await walk('');
    }
    copy.from = marks.toSorted()[0] ?? '';
  }

  /**
   * Drops deleted records from the copies. @returns accounts whose records must be fetched again; null if the deletions
   * are past the deletion horizon
   */
  async #drop(resource: string, copy: Copy, limit: number, marks: string[]): Promise<ReadonlySet<string> | null> {
    const query = `resource=${resource}&deletedAt.gte=${copy.from}&limit=${limit}&after=`;
    const deletions = await this.#walk(`deletions?${query}`, marks);
    if (deletions === null) {
      this.begunAnew += 1;
      return null;
    }
    const accounts = new Set(
      deletions.flatMap(({ _id, isAccountWide }) => (isAccountWide === true ? [String(_id)] : [])),
    );
    for (const { _id } of deletions) copy.records.delete(String(_id));
    for (const [id, { accountId }] of copy.records) if (accounts.has(String(accountId))) copy.records.delete(id);
    return accounts;
  }

  /** @returns all records of a cursor pagination; null if the server answered 410 */
  async #walk(path: string, marks: string[]): Promise<readonly PlainRecord[] | null> {
    const records: PlainRecord[] = [];
    for (let next: string | undefined = `/2.0/${path}`; next !== undefined;) {
      const answer = await this.#page(next);
      if (answer.status === 410) return null;
      expect(answer.status, answer.text).toBe(200);
      marks.push(String(answer.headers['sync-watermark']));
      records.push(...answer.body.data);
      next = linkOf(answer, 'next');
    }
    return records;
  }

  /** Fetches a page, and retries until the response has a sync watermark. */
  async #page(path: string): Promise<Answer<Envelope>> {
    const ask = (): Promise<Answer<Envelope>> =>
      this.server.ask<Envelope>(path, { headers: { 'x-api-key': this.key } });
    let answer = await ask();
    while (answer.status === 200 && answer.headers['sync-watermark'] === undefined) answer = await ask();
    return answer;
  }
}
