import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommaList } from '../../src/values/commaList.js';

describe('a comma list', () => {
  it.each([
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [',a,', ['', 'a', '']],
    [' a', [' a']],
    ['a b,c', ['a b', 'c']],
    ['"north, east"', ['north, east']],
    ['"north, east",south', ['north, east', 'south']],
    ['a,"b,c",""', ['a', 'b,c', '']],
    ['"say ""hi"", then go"', ['say "hi", then go']],
    ['quote"d,x', ['quote"d', 'x']],
    ['" a "', [' a ']],
  ])('%s has the values %j', (text, values) => {
    expect(parseCommaList(text)).toEqual({ value: values });
  });

  it.each(['"a', '"a"b', 'x,"a', '"a""', '"'])('%s is rejected because a quote is not closed', (text) => {
    expect(parseCommaList(text)).toMatchObject({ problem: expect.stringContaining('double quotes') as string });
  });

  it.each(['north, east', 'a ,b', 'a,b ', ' a,b'])('%s is rejected because it could be one value or two', (text) => {
    expect(parseCommaList(text)).toMatchObject({
      problem: expect.stringContaining('a space beside a comma') as string,
    });
  });

  it('reads back any values written in quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (values) => {
        const text = values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
        expect(parseCommaList(text)).toEqual({ value: values });
      }),
    );
  });
});
