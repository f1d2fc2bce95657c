import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARRAY, type Json, type DeferredList, type Part } from '../../src/run/json.js';
import { CompressedTexts } from '../../src/run/list.js';

const later: DeferredList = {
  delimiters: ARRAY,
  write: async function* () {
    yield await Promise.resolve('1');
  },
};

/** A text with the strings and buffers between two that are written later as one. */
function joined(text: Json): readonly (string | DeferredList)[] {
  const parts: (string | DeferredList)[] = [];
  for (const part of typeof text === 'string' ? [text] : text) {
    const last = parts.at(-1);
    const own = Buffer.isBuffer(part) ? part.toString() : part;
    if (typeof own === 'string' && typeof last === 'string') parts[parts.length - 1] = last + own;
    else parts.push(own);
  }
  return parts;
}

describe('the compressed texts of a large response', () => {
  it('are returned unchanged, in any number of parts', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const part: fc.Arbitrary<Part> = fc.oneof(
      text,
      text.map((own) => Buffer.from(own)),
      fc.constant(later),
    );
    const texts = fc.array(fc.oneof(text, fc.array(part, { maxLength: 6 })), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, async (added) => {
        const kept = new CompressedTexts();
        for (const one of added) await kept.add(one);
        const found: Json[] = [];
        for await (const one of kept.texts()) found.push(one);
        expect(found.map(joined)).toEqual(added.map(joined));
      }),
    );
  });

  it('take at most a fifth of the memory of their characters, even with a separator after each long part', async () => {
    const kept = new CompressedTexts();
    let characters = 0;
    for (let batch = 0; batch < 20; batch += 1) {
      const parts = Array.from({ length: 20 }, (_, part) => {
        const rows = Array.from({ length: 50 }, (_, row) => ({
          id: `${batch}-${part}-${row}`,
          unit: 'kWh',
          value: row,
        }));
        return [Buffer.from(JSON.stringify(rows).slice(1, -1)), ','];
      }).flat();
      characters += parts.reduce((sum, { length }) => sum + length, 0);
      await kept.add(parts);
    }
    expect(kept.heldBytes).toBeLessThan(characters / 5);
  });
});
