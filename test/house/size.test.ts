import { expect, it } from 'vitest';
import { sources } from './sources.js';

it('no file of src is over 200 lines, unless it is generated', () => {
  const long = sources()
    .filter(({ path }) => !path.includes('/generated/'))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 200);
  expect(long).toEqual([]);
});
