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
  readonly #marks: string[] = [];
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
    this.#marks.length = 0;
    const wide = copy.from === '' ? null : await this.#drop(resource, filters, copy, limit);
    if (wide === null) copy.records.clear();
    const since = wide === null ? '' : `&updatedAt.gte=${copy.from}`;
    for (const record of await this.#walk(`${resource}?${filters}&limit=${limit}&after=${since}`)) {
      copy.records.set(String(record._id), record);
    }
    for (const account of wide ?? []) {
      if (filters.includes('accountId=') && !filters.includes(account)) continue;
      const of = filters.includes('accountId=') ? filters : `${filters}&accountId=${account}`;
      for (const record of await this.#walk(`${resource}?${of}&limit=${limit}&after=`)) {
        copy.records.set(String(record._id), record);
      }
    }
    copy.from = this.#marks.toSorted()[0] ?? '';
  }

  /** Drops what is gone; the accounts whose records are to be asked for anew, or null: nobody knows what is gone. */
  async #drop(resource: string, filters: string, copy: Copy, limit: number): Promise<readonly string[] | null> {
    const account = /accountId=\w+/.exec(filters)?.[0] ?? '';
    const first = `/2.0/deletions?resource=${resource}&${account}&deletedAt.gte=${copy.from}&limit=${limit}&after=`;
    const wide: string[] = [];
    for (let next: string | undefined = first.replace('&&', '&'); next !== undefined; ) {
      const answer: Answer<Envelope> = await this.#ask(next);
      if (answer.status === 410) return null;
      for (const { _id, isAccountWide } of this.#take(answer)) {
        if (isAccountWide === true) wide.push(String(_id));
        else copy.records.delete(String(_id));
      }
      next = linkOf(answer, 'next');
    }
    for (const [id, { accountId }] of copy.records) if (wide.includes(String(accountId))) copy.records.delete(id);
    return [...new Set(wide)];
  }

  async #walk(path: string): Promise<readonly PlainRecord[]> {
    const records: PlainRecord[] = [];
    for (let next: string | undefined = `/2.0/${path.replace('?&', '?')}`; next !== undefined; ) {
      const answer: Answer<Envelope> = await this.#ask(next);
      records.push(...this.#take(answer));
      next = linkOf(answer, 'next');
    }
    return records;
  }

  #ask(path: string): Promise<Answer<Envelope>> {
    return this.server.ask<Envelope>(path, { headers: { 'x-api-key': this.key } });
  }

  #take({ status, text, headers, body }: Answer<Envelope>): readonly PlainRecord[] {
    expect(status, text).toBe(200);
    this.#marks.push(String(headers['sync-watermark']));
    return body.data;
  }
}
