import { describe, expect, it } from 'vitest';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { type IntervalMap, parseIntervalMap } from '../../../src/import/formats/intervalMap.js';
import { profileNamed } from '../../../src/import/formats/intervalProfiles.js';
import { intervalRows } from '../../../src/import/formats/intervals.js';
import { readFlag } from '../../../src/import/formats/meterColumns.js';
import { isProblem } from '../../../src/values/scalars.js';
import { ACCOUNT, account, context, counts, rowsOf, sorted, total, zone } from './support.js';

/** Reads a file of one meter: the number of rows, their sum, the first start and the last end. */
async function read(
  point: string,
  zoneName: string,
  lines: readonly string[],
  more: Partial<FormatContext>,
): Promise<object> {
  const given = context([account(ACCOUNT, { meterPointNumber: point })], { zone: zone(zoneName), ...more });
  const { good, bad, skipped } = sorted(await rowsOf(intervalRows, lines.join('\n'), given));
  return {
    rows: good.length,
    sum: Number(total(good).toFixed(6)),
    from: good[0]?.startTimestamp,
    to: good.at(-1)?.endTimestamp,
    estimated: good.flatMap(({ isEstimated, startTimestamp }) => (isEstimated === true ? [startTimestamp] : [])),
    bad,
    skipped: counts(skipped),
  };
}

function map(text: string): IntervalMap {
  const parsed = parseIntervalMap(text);
  if (isProblem(parsed)) throw new Error(parsed.problem);
  return parsed.value;
}

const pad = (number: number): string => String(number).padStart(2, '0');
const quarter = (index: number): string => `${pad(Math.floor(index / 4) % 24)}:${pad((index % 4) * 15)}`;
const QUARTERS = Array.from({ length: 96 }, (_, index) => index);

describe('an export of a network operator', () => {
  it('from Smart Meter Texas has an apostrophe before the ESIID, a blank before times, and separate rows for surplus', async () => {
    const rows = ['Consumption', 'Surplus Generation'].flatMap((kind) =>
      QUARTERS.map(
        (index) =>
          `'1012345678905,07/15/2024,07/16/2024 06:00:00, ${quarter(index)}, ${quarter(index + 1)},${kind === 'Consumption' ? '0.25' : '0.9'},A,${kind}`,
      ),
    );
    const header =
      'ESIID,USAGE_DATE,REVISION_DATE,USAGE_START_TIME,USAGE_END_TIME,USAGE_KWH,ESTIMATED_ACTUAL,CONSUMPTION_SURPLUSGENERATION';
    const said = map(
      'meter=ESIID,date=USAGE_DATE,time=USAGE_START_TIME,value=USAGE_KWH,estimated=ESTIMATED_ACTUAL,where=CONSUMPTION_SURPLUSGENERATION=Consumption',
    );
    expect(await read('1012345678905', 'America/Chicago', [header, ...rows], { map: said })).toEqual({
      rows: 96,
      sum: 24,
      from: '2024-07-15T05:00:00.000Z',
      to: '2024-07-16T05:00:00.000Z',
      estimated: [],
      bad: [],
      skipped: { 'CONSUMPTION_SURPLUSGENERATION "Surplus Generation"': 96 },
    });
  });

  it('from Fluvius has an EAN as ="…", alternating registers, empty volumes, and a status in words', async () => {
    const rows = Array.from({ length: 8 }, (_, index) => {
      const volume = index === 0 ? '' : `0,1${index}0`;
      const status = index === 0 ? 'No consumption' : index === 5 ? 'Estimated' : 'Read';
      const begins = `22/01/2024;${quarter(index)}:00;22/01/2024;${quarter(index + 1)}:00;="541400000000000001";1SAG1;Digital meter`;
      return [
        `${begins};Offtake Night;${volume};kWh;${status};`,
        `${begins};Injection Night;${index === 0 ? '' : '0,500'};kWh;${status};`,
      ];
    }).flat();
    const header =
      '\uFEFFFrom (date);From (time);Until (date);Until (time);EAN code;Meter;Meter type;Register;Volume;Unit;Validation status;Description';
    const said = map(
      'meter=EAN code,date=From (date),time=From (time),value=Volume,unit=Unit,where=Register=Offtake,estimated=Validation status',
    );
    expect(await read('541400000000000001', 'Europe/Brussels', [header, ...rows], { map: said })).toEqual({
      rows: 7,
      sum: 0.98,
      from: '2024-01-21T23:15:00.000Z',
      to: '2024-01-22T01:00:00.000Z',
      estimated: ['2024-01-22T00:15:00.000Z'],
      bad: [],
      skipped: { 'Register "Injection Night"': 8 },
    });
  });

  it('from Wiener Netze has a date with two times, and a semicolon at the end of rows only', async () => {
    const rows = QUARTERS.map(
      (index) => `15.07.2024;${quarter(index)}:00;${quarter(index + 1)}:00;0,${String(index + 1).padStart(5, '0')};`,
    );
    const said = map('date=Datum,time=Zeit von,end=Zeit bis,value=Verbrauch [kWh]');
    const lines = ['Datum;Zeit von;Zeit bis;Verbrauch [kWh]', ...rows];
    expect(await read('', 'Europe/Vienna', lines, { map: said, account: ACCOUNT })).toMatchObject({
      rows: 96,
      sum: 0.04656,
      from: '2024-07-14T22:00:00.000Z',
      to: '2024-07-15T22:00:00.000Z',
      bad: [],
    });
  });

  it('from Enedis has mean watts by end times of changing length, below lines that state the unit', async () => {
    const [halves, quarters] = [
      Array.from({ length: 8 }, (_, index) => 270 + 30 * index),
      Array.from({ length: 4 }, (_, index) => 495 + 15 * index),
    ];
    const stamp = (minutes: number): string =>
      `2023-12-30T${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00+01:00`;
    const lines = [
      'Identifiant PRM;Grandeur physique;Unite;Pas en minutes',
      '23000000000001;Energie active;W;',
      'Horodate;Valeur',
      ...halves.map((end) => `${stamp(end)};200`),
      ...quarters.map((end) => `${stamp(end)};400`),
    ];
    const said = {
      account: ACCOUNT,
      map: map('start=Horodate,value=Valeur,stamps=end,power=mean'),
      stamps: 'end',
    } as const;
    expect(await read('', 'Europe/Paris', lines, { ...said, unit: 'W' })).toMatchObject({
      rows: 12,
      sum: 1.2,
      from: '2023-12-30T03:00:00.000Z',
      to: '2023-12-30T08:00:00.000Z',
      bad: [],
    });
    await expect(read('', 'Europe/Paris', lines, said)).rejects.toThrow('line 2 above the header has "W"');
  });

  it.each(['Usage', 'Generalusage', 'General usage', 'GENERALUSAGE', 'Peakusage', 'Off peak usage'])(
    'from AGL counts rows of the rate %s, and skips rows of generation and controlled loads',
    async (rate) => {
      const line = (of: string, time: number, value: string): string =>
        `1,60000000001,100001,MRIM,10001#E1,${of},26/9/18 ${time}:00,26/9/18 ${time}:29,${value},0,A`;
      const lines = [
        'AccountNumber,NMI,DeviceNumber,DeviceType,RegisterCode,RateTypeDescription,StartDate,EndDate,ProfileReadValue,RegisterReadValue,QualityFlag',
        ...[0, 1, 2].map((time) => line(rate, time, '0.5')),
        ...['Solar', 'Controlledload'].map((of) => line(of, 0, '9')),
      ];
      expect(
        await read('60000000001', 'Australia/Melbourne', lines, { map: profileNamed('agl') ?? null }),
      ).toMatchObject({
        rows: 3,
        sum: 1.5,
        from: '2018-09-25T14:00:00.000Z',
        bad: [],
        skipped: { 'RateTypeDescription "Solar"': 1 },
      });
    },
  );
});

it('a flag may be a word in the language of the network', () => {
  expect(['Read', 'Real', 'gemessen', 'Mesurée', 'Uitgelezen', 'ACTUAL'].map(readFlag)).toEqual(Array(6).fill(false));
  expect(['Estimada', 'geschätzt', 'Estimé', 'Geschat', 'Substituted', 'est'].map(readFlag)).toEqual(
    Array(6).fill(true),
  );
  expect(['?', 'x', 'No consumption', 'really'].map(readFlag)).toEqual(Array(4).fill(undefined));
});
