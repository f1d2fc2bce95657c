import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerUnit } from '../../../src/import/formats/headerUnit.js';
import { headerZone } from '../../../src/import/formats/headerZone.js';
import { casesOf } from '../../support/repeated.js';

describe('the unit in the name of a column', () => {
  it.each<[string, string, string]>([
    ['Usage (kWh)', 'kWh', 'Usage'],
    ['Consumption [m3]', 'm3', 'Consumption'],
    ['Valeur (en kW)', 'kW', 'Valeur'],
    ['Verbrauch in kWh', 'kWh', 'Verbrauch'],
    ['Active energy Wh (A)', 'Wh', 'Active energy A'],
    ['water usage dl', 'dl', 'water usage'],
    ['kW average', 'kW', 'average'],
    ['consumptionKWh', 'KWh', 'consumption'],
    ['USAGE_KWH', 'KWH', 'USAGE'],
    ['energy_wh_total', 'wh', 'energy total'],
    ['kWhDelivered', 'kWh', 'Delivered'],
    ['kWh/30min', 'kWh', ''],
    ['Energy (kWh / 15 min)', 'kWh', 'Energy'],
    ['kWh per half hour', 'kWh', ''],
    ['Import kWh/hh', 'kWh', 'Import'],
    ['kWh/h', 'kW', ''],
    ['Load (MWh per hour)', 'MW', 'Load'],
    ['Kilowattstunden', 'Kilowattstunden', ''],
    ['Consumo (metros cúbicos)', 'metros cúbicos', 'Consumo'],
    ['Volume (thousand US gallons)', 'thousand US gallons', 'Volume'],
    ['Usage (gallons)', 'gallons', 'Usage'],
    ['Temp (°F)', '°F', 'Temp'],
    ['Valeur (en W)', 'W', 'Valeur'],
    ['kWh', 'kWh', ''],
  ])('%s contains the unit %s', (label, unit, name) => {
    expect(headerUnit(label)).toEqual({ name, unit, ambiguity: null });
  });

  it.each<[string, string]>([
    ['Demand (kVA)', 'has kVA, which is not a unit of consumption'],
    ['Import kvarh', 'has kvarh, which is not a unit of consumption'],
    ['Gas (Sm3)', 'has Sm3, which is not a unit of consumption'],
    ['Cost (€)', 'has €, which is not a unit of consumption'],
    ['Price (p/kWh)', 'has kWh in a fraction'],
    ['Cost per kWh', 'has kWh in a fraction'],
    ['kWh/m2', 'has kWh in a fraction'],
    ['m3/h', 'has m3 per unit of time, which is a flow'],
    ['litres per minute', 'has litres per unit of time, which is a flow'],
    ['kWh x1000', 'has x1000 and kWh'],
    ['kWh (thousands)', 'has thousands and kWh'],
    ['100 cf', 'has 100 and cf'],
    ['Energy kWh (kW)', 'has two units, kWh and kW'],
    ['Usage (Foo)', 'has "Foo" in brackets, which is not a known unit'],
    ['Leistung', 'has Leistung but no unit'],
    ['Mean power', 'has power but no unit'],
  ])('%s is ambiguous', (label, ambiguity) => {
    expect(headerUnit(label)).toMatchObject({ unit: null, ambiguity });
  });

  it.each([
    'Value',
    'Usage (total)',
    'Phase L average',
    'Read Date/Time',
    'A+ (1.8.0)',
    'Import (net)',
    'Flow',
    'Energie',
  ])('%s contains no unit', (label) => {
    expect(headerUnit(label)).toEqual({ name: label, unit: null, ambiguity: null });
  });

  it('is found anywhere in the name, with any separator', () => {
    const units = [
      'kWh',
      'Wh',
      'MWh',
      'kW',
      'W',
      'm3',
      'm³',
      'litres',
      'dl',
      'therms',
      'ft3',
      'MJ',
      'ccf',
      'cubic feet',
    ];
    const shapes: readonly ((word: string, unit: string) => string)[] = [
      (word, unit) => `${word} (${unit})`,
      (word, unit) => `${word} [${unit}]`,
      (word, unit) => `${word} (en ${unit})`,
      (word, unit) => `${word} in ${unit}`,
      (word, unit) => `${word}_${unit}`,
      (word, unit) => `${word}, ${unit}`,
      (word, unit) => `${word} (${unit}) total`,
      (word, unit) => `(${unit}) ${word}`,
      (word, unit) => `${word} (net) (${unit})`,
    ];
    const word = fc.constantFrom('Usage', 'Verbrauch', 'Valeur', 'Consumo', 'Energie', 'Reading value', 'Import');
    fc.assert(
      fc.property(word, fc.constantFrom(...units), fc.constantFrom(...shapes), (name, unit, shape) => {
        expect(headerUnit(shape(name, unit)).unit).toBe(unit);
      }),
      { numRuns: casesOf(200) },
    );
  });
});

describe('the zone in the name of a column of times', () => {
  it.each<[string, string, string]>([
    ['ReadDateTime_UTC', 'UTC', 'ReadDateTime'],
    ['Date (UTC)', 'UTC', 'Date'],
    ['UTC time', 'UTC', 'time'],
    ['Timestamp GMT', 'UTC', 'Timestamp'],
    ['timestampUtc', 'UTC', 'timestamp'],
    ['start_utc', 'UTC', 'start'],
    ['startutc', 'UTC', 'start'],
    ['Interval Start (UTC+10)', '+10:00', 'Interval Start'],
    ['Time (GMT-05:00)', '-05:00', 'Time'],
    ['utc', 'UTC', ''],
  ])('%s contains the zone %s', (label, zone, name) => {
    const found = headerZone(label);
    expect([found.zone?.name, found.name]).toEqual([zone, name]);
  });

  it.each(['UTC offset', 'Timestamp', 'Local time', 'Outcome', 'Datum'])('%s contains no zone', (label) => {
    expect(headerZone(label)).toEqual({ name: label, zone: null });
  });
});
