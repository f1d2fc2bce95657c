import { expect } from 'vitest';
import { linkOf } from './links.js';
import type { PlainRecord } from './portfolio.js';
import type { Answer, TestServer } from './server.js';

interface Envelope {
  readonly data: readonly PlainRecord[];
}

/** What a client keeps of a list: records by `_id`, and from where it asks next; '' before the first time. */
export interface Copy {
  readonly records: Map<string, PlainRecord>;
  from: string;
}

export const emptyCopy = (): Copy => ({ records: new Map(), from: '' });

/** A client that keeps copies of lists by the recipe of docs/rest.md, incremental sync, and knows nothing else. */
export class CopyingClient {
  /** How often what had gone was not known any more. */
  begunAnew = 0;
  constructor(
    private readonly server: TestServer,
    private readonly key: string,
  ) {}

  /**
   * @param list its path and the filters that it is asked with, such as `readings?accountId=…`
   * @param limit records of a page
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

  /** Drops what has gone. @returns accounts whose records are to be asked for anew; null: nobody knows what has gone */
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

  /** @returns all records of a walk; null: it was answered 410 */
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

  /** A page, which is asked for again while what it is of is not known. */
  async #page(path: string): Promise<Answer<Envelope>> {
    const ask = (): Promise<Answer<Envelope>> =>
      this.server.ask<Envelope>(path, { headers: { 'x-api-key': this.key } });
    let answer = await ask();
    while (answer.status === 200 && answer.headers['sync-watermark'] === undefined) answer = await ask();
    return answer;
  }
}
