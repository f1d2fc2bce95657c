import { describe, expect, it } from 'vitest';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { espiRows } from '../../../src/import/formats/espi.js';
import { account, ACCOUNT, ACCOUNT_2, context, counts, fixture, record, rowsOf, sorted, total } from './support.js';

const read = (text: string, accounts: ReturnType<typeof account>[], more: Partial<FormatContext> = {}, size?: number) =>
  rowsOf(espiRows, text, context(accounts, more), size);
const meter = (meterPointNumber: string): ReturnType<typeof account> => account(ACCOUNT, { meterPointNumber });

describe('the sample feeds of Green Button', () => {
  it('test_usage_data: two weeks of fifteen minutes', async () => {
    const rows = await read(fixture('espi/test_usage_data.xml'), [meter('5446af3f')]);
    const { good, bad, skipped } = sorted(rows);
    expect([good.length, total(good), bad, skipped]).toEqual([1_340, 1_391_666, [], []]);
    expect(rows[0]?.line).toBe(144);
    expect(good[0]).toMatchObject({
      accountId: ACCOUNT,
      type: 'electricity',
      unit: 'wh',
      value: 282,
      startTimestamp: '2012-03-01T05:00:00.000Z',
      endTimestamp: '2012-03-01T05:15:00.000Z',
      readType: 'E',
      isHalfHourly: false,
      isEstimated: true,
      source: 'import',
    });
    expect(good[1]).toMatchObject({ value: 323, isEstimated: false });
    expect(good.at(-1)).toMatchObject({ value: 940, startTimestamp: '2012-03-15T03:45:00.000Z' });
    expect(good.filter(({ isEstimated }) => isEstimated)).toHaveLength(1);
  });

  it('Coastal_Single_Family: hours, read in chunks of any size', async () => {
    const text = fixture('espi/Coastal_Single_Family_sample_greenbutton_data.xml');
    for (const size of [7, 100_000]) {
      const { good } = sorted(await read(text, [meter('Coastal Single Family')], {}, size));
      expect([good.length, total(good)]).toEqual([362, 291_018]);
      expect(good[0]).toMatchObject({ value: 703, startTimestamp: '2011-01-01T08:00:00.000Z' });
      expect(good.at(-1)).toMatchObject({ value: 574, endTimestamp: '2011-01-16T10:00:00.000Z' });
    }
  });

  it('list a usage point without an account, or are imported into a given account', async () => {
    const text = fixture('espi/test_usage_data.xml');
    expect(counts(sorted(await read(text, [])).unmatched)).toEqual({ 'Front Electric Meter (5446AF3F)': 1_340 });
    expect(sorted(await read(text, [account(ACCOUNT)], { account: ACCOUNT })).good).toHaveLength(1_340);
  });
});

const usagePoint = (id: string, more: { inside?: string; kind?: number } = {}): string =>
  `<entry><id>urn:uuid:U-${id}</id><link rel="self" href="https://host/UsagePoint/${id}/"/>
  <link rel="related" href="https://host/UsagePoint/${id}/MeterReading"/><title>Meter ${id}</title>
  <content><UsagePoint xmlns="http://naesb.org/espi">${more.inside ?? ''}
  <ServiceCategory><kind>${more.kind ?? 0}</kind></ServiceCategory></UsagePoint></content></entry>`;
const meterReading = (id: string, type = '1'): string =>
  `<entry><link rel="self" href="/UsagePoint/${id}/MeterReading/9"/><link rel="up" href="/UsagePoint/${id}/MeterReading"/>
  <link rel="related" href="/ReadingType/${type}"/><content><MeterReading xmlns="http://naesb.org/espi"/></content></entry>`;
const readingType = (fields: Record<string, string | number>, id = '1'): string =>
  `<entry><link rel="self" href="/ReadingType/${id}"/><content><e:ReadingType xmlns:e="http://naesb.org/espi">${Object.entries(
    { uom: 72, ...fields },
  )
    .map(([name, value]) => `<e:${name}>${value}</e:${name}>`)
    .join('')}</e:ReadingType></content></entry>`;
const reading = (value: string, start: string | number = 1_700_000_000, more = ''): string =>
  `<IntervalReading>${more}<timePeriod><duration>1800</duration><start>${start}</start></timePeriod><value>${value}</value></IntervalReading>`;
const block = (id: string, ...readings: string[]): string =>
  `<entry><link rel="self" href="/UsagePoint/${id}/MeterReading/9/IntervalBlock/1"/>
  <content><IntervalBlock xmlns="http://naesb.org/espi">${readings.join('')}</IntervalBlock></content></entry>`;
const feed = (...entries: string[]): string =>
  `<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('\n')}</feed>`;
const simple = (fields: Record<string, string | number>, ...readings: string[]): string =>
  feed(usagePoint('A'), meterReading('A'), readingType(fields), block('A', ...readings));
const A = [meter('A')];

describe('readings', () => {
  it.each([
    [-3, '1234567', 1234.567],
    [3, '12', 12_000],
    [-1, '3', 0.3],
    [0, '-5', -5],
  ])('are multiplied by ten to the power of %i', async (powerOfTenMultiplier, text, value) => {
    expect(sorted(await read(simple({ powerOfTenMultiplier }, reading(text)), A)).good[0]).toMatchObject({ value });
  });

  it.each([
    [{ uom: 169, commodity: 7 }, 'therm', 'gas'],
    [{ uom: 119, commodity: 7 }, 'ft3', 'gas'],
    [{ uom: 42, commodity: 9 }, 'm3', 'water'],
    [{ uom: 72, commodity: 1 }, 'wh', 'electricity'],
  ])('%j have the unit %s and belong to an account of type %s', async (fields, unit, type) => {
    const accounts = ['gas', 'water', 'electricity'].map((other, index) =>
      account(`${index}00000000000000000000001`, { type: other, meterPointNumber: 'A' }),
    );
    const { good } = sorted(await read(simple(fields, reading('1')), accounts));
    expect(good).toMatchObject([{ unit, type, isHalfHourly: true }]);
  });

  it.each([
    [{ flowDirection: 19 }, 'flowDirection 19 is not energy or water delivered to the site'],
    [{ uom: 73 }, 'uom 73 is not a unit of consumption'],
    [{ uom: 38 }, 'uom 38 is not a unit of consumption'],
    [{ accumulationBehaviour: 3 }, 'accumulationBehaviour 3 is not consumption per interval'],
    [{ dataQualifier: 8 }, 'dataQualifier 8 is not consumption per interval'],
  ])('%j are skipped', async (fields, reason) => {
    const { good, skipped } = sorted(await read(simple(fields, reading('1'), reading('2')), A));
    expect([good, counts(skipped)]).toEqual([[], { [`usage point Meter A (A): ${reason}`]: 2 }]);
  });

  it('are rejected with the reason if they are unreadable', async () => {
    const readings = [
      reading('x'),
      reading('1', 'soon'),
      '<IntervalReading><value>1</value></IntervalReading>',
      reading('1').replace('1800', '0'),
      reading('').replace('<value></value>', ''),
    ];
    expect(sorted(await read(simple({}, ...readings), A)).bad.map((text) => text.replace(/^\d+: /, ''))).toEqual([
      'value: must be a number, got "x"',
      'start: must be seconds since 1970, got "soon"',
      'start: must be seconds since 1970, got none',
      'duration: must be a number of seconds, got "0"',
      'value: must be a number, got none',
    ]);
  });

  it('are estimates if their own codes or the quality of their reading type say so', async () => {
    const quality = (code: number): string => `<ReadingQuality><quality>${code}</quality></ReadingQuality>`;
    const codes = [0, 7, 8, 9, 10, 11, 12, 14, 19];
    const text = simple(
      { defaultQuality: 8 },
      ...codes.map((code) => reading('1', 1_700_000_000, quality(code))),
      reading('1'),
    );
    expect(sorted(await read(text, A)).good.map(({ isEstimated }) => isEstimated)).toEqual([
      ...[false, false, true, true, false, false, true, false, false],
      true,
    ]);
  });
});

describe('the entries of a feed', () => {
  const entries = [usagePoint('A'), meterReading('A'), readingType({}), block('A', reading('5'))];

  it('may appear in any order', async () => {
    const { good, bad } = sorted(await read(feed(...entries.toReversed()), A));
    expect([good.length, bad]).toEqual([1, []]);
  });

  it.each([
    [0, 'UsagePoint'],
    [1, 'MeterReading'],
    [2, 'ReadingType'],
  ])('are rejected if one is missing (%#)', async (left, missing) => {
    const { bad } = sorted(await read(feed(...entries.filter((_, index) => index !== left)), A));
    expect(bad).toEqual([expect.stringContaining(`IntervalBlock: does not link to a ${missing} in the feed`)]);
  });

  it('lead to an account by mRID, address, title or identifier', async () => {
    const inside = '<ServiceDeliveryPoint><mRID>NMI 77</mRID></ServiceDeliveryPoint>';
    const text = feed(usagePoint('A', { inside }), ...entries.slice(1));
    for (const name of ['nmi77', 'a', 'METER A', 'urn:uuid:U-A', 'U-A']) {
      expect(sorted(await read(text, [meter(name)])).good, name).toHaveLength(1);
    }
    expect(
      sorted(await read(text, [account(ACCOUNT_2, { meterSerialNumber: 'NMI77' }), meter('A')])).good,
    ).toMatchObject([{ accountId: ACCOUNT_2 }]);
  });

  it('are rejected if two usage points are imported into one given account', async () => {
    await expect(read(feed(...entries, usagePoint('B')), A, { account: ACCOUNT })).rejects.toThrow(
      'the file has more than one usage point',
    );
  });

  it('store their fields in the rejected row if they have no account', async () => {
    const rows = await read(feed(...entries), []);
    expect(rows.map(record)).toEqual([
      {
        ...{ startTimestamp: '2023-11-14T22:13:20.000Z', endTimestamp: '2023-11-14T22:43:20.000Z', isHalfHourly: true },
        ...{ value: 5, unit: 'wh', readType: 'A', isEstimated: false, source: 'import' },
      },
    ]);
    expect(rows.map(({ meter, unmatched }) => [meter, unmatched])).toEqual([['Meter A (A)', 'Meter A (A)']]);
  });
});

describe('invalid XML is rejected', () => {
  it.each([
    ['<!DOCTYPE feed [<!ENTITY a "b">]><feed/>', 'the XML has a document type (DOCTYPE), which is not allowed'],
    ['<html><body/></html>', 'the XML is not Green Button (ESPI): it must begin with a feed element, got "html"'],
    ['<feed xmlns="http://www.w3.org/2005/Atom"/>', 'the XML is not Green Button (ESPI): it has no ESPI element'],
    ['<feed>\n<a></b></feed>', 'the XML is not well-formed: Unexpected close tag (line 2)'],
    ['<feed>&xxe;</feed>', 'the XML is not well-formed: Invalid character entity (line 1)'],
    ['<feed>'.padEnd(6 + 3 * 60, '<a>'), 'the XML nests deeper than 50 elements (line 1)'],
  ])('%s', async (text, message) => {
    await expect(read(text, A)).rejects.toThrow(message);
  });

  it('if it is truncated', async () => {
    const text = simple({}, reading('1'));
    await expect(read(text.slice(0, -20), A)).rejects.toThrow('the XML ends before it is complete');
  });
});

it('an ESPI feed rejects --unit and --stamps, because it states units and periods', async () => {
  await expect(read(simple({}), A, { unit: 'kWh' })).rejects.toThrow('the file states its units');
  await expect(read(simple({}), A, { stamps: 'end' })).rejects.toThrow('the file states its periods');
});
