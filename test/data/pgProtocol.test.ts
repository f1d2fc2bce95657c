import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataRowOf, splitter } from '../../src/db/pgProtocol.js';
import { casesOf } from '../support/repeated.js';

/** A message of PostgreSQL: its code, its length (which includes itself), and its content. */
function message(code: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(code, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** Encodes a row as PostgreSQL sends it. */
function rowMessage(texts: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(texts.length);
  const values = texts.map((text) => {
    const size = Buffer.alloc(4);
    const bytes = Buffer.from(text ?? '');
    size.writeInt32BE(text === null ? -1 : bytes.length);
    return Buffer.concat([size, bytes]);
  });
  return message('D', Buffer.concat([count, ...values]));
}

const TEXTS = fc.array(fc.option(fc.string({ unit: 'grapheme' })), { maxLength: 8 });
const OTHER = fc.record({ code: fc.constantFrom('C', 'Z', 'T', '2'), content: fc.uint8Array({ maxLength: 40 }) });
const MESSAGES = fc.array(fc.oneof(TEXTS, OTHER), { maxLength: 20 });

describe('the messages of a server', () => {
  it('are split into rows and other messages in their order, wherever the chunks break', () => {
    fc.assert(
      fc.property(MESSAGES, fc.array(fc.nat(60), { maxLength: 60 }), (messages, sizes) => {
        const received: (readonly (string | null)[] | string)[] = [];
        const receive = splitter(
          (row) => received.push(row.fields),
          (bytes) => received.push(bytes.toString('hex')),
        );
        const bytes = Buffer.concat(
          messages.map((one) => (Array.isArray(one) ? rowMessage(one) : message(one.code, Buffer.from(one.content)))),
        );
        let at = 0;
        for (const size of [...sizes, bytes.length]) {
          receive(bytes.subarray(at, at + size));
          at += size;
        }
        // Adjacent messages of other kinds may be returned as one.
        const joined = received.reduce<(readonly (string | null)[] | string)[]>((all, one) => {
          const last = all.at(-1);
          if (typeof one === 'string' && typeof last === 'string') all[all.length - 1] = last + one;
          else all.push(one);
          return all;
        }, []);
        const expected = messages.reduce<(readonly (string | null)[] | string)[]>((all, one) => {
          const last = all.at(-1);
          const made = Array.isArray(one) ? one : message(one.code, Buffer.from(one.content)).toString('hex');
          if (typeof made === 'string' && typeof last === 'string') all[all.length - 1] = last + made;
          else all.push(made);
          return all;
        }, []);
        expect(joined).toEqual(expected);
      }),
      { numRuns: casesOf(5_000) },
    );
  });

  it('a row built from texts returns those texts', () => {
    fc.assert(
      fc.property(TEXTS, (texts) => {
        const row = dataRowOf(texts);
        expect(row.fields).toEqual(texts);
        expect(texts.map((_, index) => row.textAt(index))).toEqual(texts);
      }),
    );
  });
});
