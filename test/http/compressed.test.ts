import { describe, expect, it } from 'vitest';
import { compressed } from '../../src/http/answer.js';

describe('compressed bytes', () => {
  it.each(['gzip', 'br'] as const)('in %s occupy no more memory than their length', async (coding) => {
    for (const length of [1_024, 40_000]) {
      const bytes = await compressed(Buffer.alloc(length, '{"unit":"kWh"},'), coding);
      expect(bytes.length).toBeLessThan(length / 4);
      expect(bytes.buffer.byteLength).toBe(bytes.length);
    }
  });
});
