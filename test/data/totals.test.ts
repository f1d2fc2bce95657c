import { describe, expect, it } from 'vitest';
import { sql } from '../../src/db/sql.js';
import { digestOf } from '../../src/data/reads.js';

describe('the key of a cached total', () => {
  it('is short for any number of parameters', () => {
    const entities = Array.from({ length: 10_000 }, (_, index) => index.toString(16).padStart(24, '0'));
    expect(digestOf(sql`select ${entities}`).length).toBeLessThan(100);
  });

  it('differs if a parameter or the text differs', () => {
    const questions = [sql`select ${1}`, sql`select ${'1'}`, sql`select ${['1']}`, sql`select ${2}`, sql`select  ${1}`];
    expect(new Set(questions.map(digestOf)).size).toBe(questions.length);
  });
});
