import { describe, expect, it } from 'vitest';
import { intervalRows } from '../../../src/import/formats/intervals.js';
import { profileNamed, profileOf, withOverrides } from '../../../src/import/formats/intervalProfiles.js';
import { type IntervalMap, parseIntervalMap } from '../../../src/import/formats/intervalMap.js';
import type { FormatContext } from '../../../src/import/formats/context.js';
import { isProblem } from '../../../src/values/scalars.js';
import { ACCOUNT, account, context, rowsOf, sorted, zone } from './support.js';

const METERS = [account(ACCOUNT, { meterPointNumber: '1012345678905', meterSerialNumber: 'E17Z1' })];
const METER = '1012345678905';
const LONDON = zone('Europe/London');

/** The rows of a file: good ones as `start/end value`, and the bad or skipped ones. */
async function read(lines: readonly string[], more: Partial<FormatContext> = {}): Promise<readonly unknown[]> {
  const rows = await rowsOf(intervalRows, `${lines.join('\n')}\n`, context(METERS, { zone: LONDON, ...more }));
  const { good, bad, skipped } = sorted(rows.filter(({ notice }) => notice === undefined));
  const text = (value: unknown): string => String(value).slice(5, 16);
  const shown = good.map((row) => `${text(row.startTimestamp)}/${text(row.endTimestamp)} ${String(row.value)}`);
  return [...shown, ...bad, ...skipped];
}

function map(text: string): IntervalMap {
  const parsed = parseIntervalMap(text);
  if (isProblem(parsed)) throw new Error(parsed.problem);
  return parsed.value;
}

describe('the time of a row that lacks a complete start and end', () => {
  it('is an end if the column next to the date is named as an end', async () => {
    const lines = ['MPAN,Date,End Time,kWh', ...['00:30', '01:00'].map((end) => `${METER},2024-03-01,${end},2`)];
    expect(await read(lines)).toEqual(['03-01T00:00/03-01T00:30 2', '03-01T00:30/03-01T01:00 2']);
  });

  it('belongs to the end of the day if 00:00 follows 23:30 on the same date', async () => {
    const lines = (date: string): readonly string[] => [`${date},23:00,1`, `${date},23:30,2`, `${date},00:00,3`];
    const file = ['Date,Time,kWh', ...lines('2024-03-01'), '2024-03-02,00:30,4', ...lines('2024-03-02')];
    expect(await read(file, { stamps: 'end', account: ACCOUNT })).toEqual([
      '03-01T22:30/03-01T23:00 1',
      '03-01T23:00/03-01T23:30 2',
      '03-01T23:30/03-02T00:00 3',
      '03-02T00:00/03-02T00:30 4',
      '03-02T22:30/03-02T23:00 1',
      '03-02T23:00/03-02T23:30 2',
      '03-02T23:30/03-03T00:00 3',
    ]);
  });

  it('is rejected if 00:00 ends a day and the rows go back in time', async () => {
    const lines = ['00:00', '23:30', '23:00'].map((time) => `2024-03-01,${time},1`);
    await expect(read(['Date,Time,kWh', ...lines], { stamps: 'end', account: ACCOUNT })).rejects.toThrow(
      'the file writes the end of 2024-03-01 as 00:00 on the same date: write 24:00, or sort the rows by time',
    );
  });

  it('does not move to the day before if a date is repeated', async () => {
    const lines = ['2024-03-01', '2024-03-02', '2024-03-02'].map((date) => `${date},1`);
    expect((await read(['Date,kWh', ...lines], { stamps: 'end', account: ACCOUNT })).slice(1)).toEqual([
      '03-01T00:00/03-02T00:00 1',
      '03-01T00:00/03-02T00:00 1',
    ]);
  });

  it('does not give a length if the file has one date a month', async () => {
    const lines = ['2024-02-01', '2024-03-01', '2024-04-01'].map((date) => `${METER},${date},100`);
    const [first] = await read(['MPAN,Date,kWh', ...lines]);
    expect(first).toBe(
      '2: is a month or more from the adjacent rows, and months differ in length: give start and end in separate columns',
    );
  });

  it('does not give a length if the distances between dates are no multiples of the smallest', async () => {
    const lines = ['2024-02-01', '2024-02-08', '2024-02-18'].map((date) => `${METER},${date},100`);
    expect((await read(['MPAN,Date,kWh', ...lines])).at(-1)).toContain('is 10 days from the row before it');
  });

  it('is complete if the interval ends with its last second, also with an offset', async () => {
    const line = `${METER},2024-03-01T00:00:00Z,2024-03-01T00:29:59Z,1`;
    expect(await read(['MPAN,Start,End,kWh', line])).toEqual(['03-01T00:00/03-01T00:30 1']);
  });
});

describe('--map without columns', () => {
  const lines = ['MPAN,Start,Type,kW', `${METER},2024-03-01 00:00,Import,2`, `${METER},2024-03-01 00:30,Export,3`];

  it('combines its settings with the usual column names', async () => {
    expect(await read(lines, { map: map('where=Type=Import,minutes=30,power=mean') })).toEqual([
      '03-01T00:00/03-01T00:30 1',
      'Type "Export"',
    ]);
  });

  it('combines its settings with a profile', () => {
    const profile = profileNamed('octopus-energy');
    const both = profile && withOverrides(profile, map('timezone=Europe/London,where=Kind=A'));
    expect(both).toMatchObject({
      timezone: { name: 'Europe/London' },
      where: { Kind: ['A'] },
      columns: { end: 'End' },
    });
  });

  it('accepts only where conditions with a value, one for each column', () => {
    expect(parseIntervalMap('where=Type')).toEqual({
      problem: 'must give where as column=beginning of the cells, such as where=Type=Import, got "Type"',
    });
    expect(parseIntervalMap('where=Type=A,where=Type=B')).toEqual({ problem: 'must give where for "Type" only once' });
  });
});

describe('a profile', () => {
  it('does not apply to a file with additional columns, such as a meter or a flag', () => {
    expect(profileOf('Consumption (kwh),Start,End,Estimated\n')).toBeNull();
    const octopus = 'Consumption (kwh),Estimated Cost Inc. Tax (p),Standing Charge Inc. Tax (p),Start,End';
    expect(profileOf(`${octopus}\n`)?.name).toBe('octopus-energy');
    expect(profileOf(`MPAN,${octopus}\n`)).toBeNull();
  });
});

describe('a column with a unit in its name', () => {
  it('is a quantity, and not a date', async () => {
    const lines = ['MPAN,Start,kWh,Day kWh', `${METER},2024-03-01 00:00,1,2`, `${METER},2024-03-01 00:30,1,2`];
    await expect(read(lines)).rejects.toThrow('the header has an unknown column: "Day kWh"');
  });
});

describe('the unit of values', () => {
  const rows = ['2024-03-01 00:00;2024-03-01 00:30;4,030', '2024-03-01 00:30;2024-03-01 01:00;2,015'];
  const writing = { decimal: 'comma', dates: null } as const;
  const debut = 'start=Début,end=Fin,value=';
  const said = (label: string, more = '', unit: string | null = null): ReturnType<typeof read> =>
    read([`Début;Fin;${label}`, ...rows], { account: ACCOUNT, map: map(`${debut}"${label}"${more}`), unit, writing });

  it('is read from the header; power must be declared a mean', async () => {
    expect(await said('Valeur (en kW)', ',power=mean')).toEqual([
      '03-01T00:00/03-01T00:30 2.015',
      '03-01T00:30/03-01T01:00 1.0075',
    ]);
    expect((await said('Valeur (en kW)'))[0]).toContain('2: is in kW, a unit of power, not energy');
    expect(await said('Moyenne W', ',power=mean')).toContain('03-01T00:00/03-01T00:30 0.002015');
  });

  it.each<[string, string, string | null, string]>([
    ['Valeur', ',power=mean', null, 'the column "Valeur" has no unit, but power=mean needs values in W, kW or MW'],
    ['Valeur (kWh)', ',power=mean', null, 'the column "Valeur (kWh)" has the unit kWh, but power=mean'],
    ['Valeur', ',power=mean', 'kWh', 'the column "Valeur" has the unit kWh, but power=mean'],
    ['Valeur (kVA)', '', null, 'the unit of the column "Valeur (kVA)" is not clear: it has kVA'],
    [
      'Puissance',
      '',
      null,
      'the unit of the column "Puissance" is not clear: it has Puissance but no unit; give the unit with --unit',
    ],
    ['Valeur (kW)', '', 'kWh', 'the header states the unit kW ("Valeur (kW)"), but --unit is kWh'],
  ])('is rejected for %s%s with --unit %s', async (label, more, unit, problem) => {
    await expect(said(label, more, unit)).rejects.toThrow(problem);
  });

  it('may come from --unit if the header is ambiguous', async () => {
    expect(await said('Puissance', ',power=mean', 'kW')).toContain('03-01T00:00/03-01T00:30 2.015');
    expect(await said('Valeur (kVA)', '', 'kWh')).toContain('03-01T00:00/03-01T00:30 4.03');
  });

  it('must come from --unit if only the lines above the header state it', async () => {
    const lines = ['PRM;Unite', '1;W', 'Début;Fin;Valeur', ...rows];
    const more = { account: ACCOUNT, map: map(`${debut}Valeur`), writing };
    await expect(read(lines, more)).rejects.toThrow('it has no unit, but line 2 above the header has "W"');
    await expect(read(['Einheit: kWh', ...lines.slice(2)], more)).rejects.toThrow(
      'line 1 above the header has "Einheit: kWh"',
    );
    expect(await read(lines, { ...more, unit: 'kWh' })).toContain('03-01T00:00/03-01T00:30 4.03');
  });

  it('is read from a unit column in each row, which may mix energy and power', async () => {
    const lines = ['Start;End;Value;Unit', `${rows[0] ?? ''};kW`, `${rows[1] ?? ''};kWh`];
    const more = { account: ACCOUNT, map: map('start=Start,end=End,value=Value,unit=Unit,power=mean'), writing };
    expect(await read(lines, more)).toEqual(['03-01T00:00/03-01T00:30 2.015', '03-01T00:30/03-01T01:00 2.015']);
    const empty = [...lines.slice(0, 2), `${rows[1] ?? ''};`];
    expect((await read(empty, more)).at(-1)).toContain('3: has no unit, but power=mean needs values in W, kW or MW');
  });
});

describe('the zone of times', () => {
  it('is read from the column name rather than from --timezone', async () => {
    for (const name of ['ReadDateTime_UTC', 'Timestamp (UTC)', 'Timestamp GMT']) {
      const lines = [`MPAN,${name},kWh`, ...['00:00', '00:30'].map((time) => `${METER},2024-07-15 ${time},1`)];
      const july = ['07-15T00:00/07-15T00:30 1', '07-15T00:30/07-15T01:00 1'];
      expect(await read(lines), name).toEqual(july);
      expect(await read(lines, { map: map(`meter=MPAN,start=${name},value=kWh`), zone: null }), name).toEqual(july);
    }
  });

  it('must be the same for the whole file', async () => {
    const line = `${METER},2024-07-15 00:00,2024-07-15 01:00,1`;
    await expect(read(['MPAN,Start (UTC),End (UTC+1),kWh', line])).rejects.toThrow(
      'the header names two zones, UTC in "Start (UTC)" and +01:00 in "End (UTC+1)"',
    );
  });
});

describe('a table of register reads', () => {
  it('is rejected as intervals, because its values are not consumption', async () => {
    await expect(read(['MPAN,Read Date,Read Value', `${METER},2024-03-01,12345`])).rejects.toThrow(
      'the file has no header',
    );
  });
});
