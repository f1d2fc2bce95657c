import type { NorthgateEntity } from './ids.js';

/** How a site uses electricity. */
export interface ElectricityUse {
  /** kWh in a mean half-hour of 2024, before cooling. */
  readonly mean: number;
  /**
   * The Cambridge building whose week in 2022 gives the shape of the half-hours; null: a meter that is read once a
   * month and records no half-hours.
   */
  readonly shapeOf: string | null;
  /** The additional share for each degree above 10 °C. */
  readonly cooling: number;
  /** The use in 2025 relative to 2024. */
  readonly change: number;
}

/** An invented site. */
export interface Site {
  readonly key: string;
  readonly name: string;
  readonly entity: NorthgateEntity;
  readonly assetType: string;
  /** m². */
  readonly floorArea: number;
  readonly floors: number;
  readonly built: number;
  readonly address: readonly [street: string, town: string, region: string, postCode: string];
  /** The coordinates of the town. */
  readonly coordinates: readonly [latitude: string, longitude: string];
  /** The distributor of the meter point: the first two digits of its MPAN. */
  readonly distributor: string;
  /** The difference to the temperature series, in °C; positive if the site is warmer. */
  readonly warmer: number;
  readonly electricity: ElectricityUse;
  /** kWh of gas a day: for each heating degree, and for baking and hot water on working days. */
  readonly gas: readonly [perDegree: number, process: number];
  /** m³ of water on a working day and on another day. */
  readonly water: readonly [working: number, other: number];
  /** Percent of VAT on water: 20 in industry, otherwise none. */
  readonly waterVat: number;
}

/** The sites of the company. */
export const SITES: readonly Site[] = [
  {
    ...{ key: 'bakery', name: 'Leeds Bakery', entity: 'production', assetType: 'Industrial' },
    ...{
      floorArea: 11_400,
      floors: 2,
      built: 1996,
      address: ['14 Foundry Way', 'Leeds', 'West Yorkshire', 'LS10 1AB'],
    },
    ...{ coordinates: ['53.80', '-1.55'], distributor: '23', warmer: 0 },
    electricity: { mean: 196, shapeOf: 'b62', cooling: 0.006, change: 0.95 },
    ...{ gas: [610, 9_400], water: [96, 31], waterVat: 20 },
  },
  {
    ...{ key: 'coldstore', name: 'Daventry Cold Store', entity: 'production', assetType: 'Warehouse' },
    ...{
      floorArea: 14_200,
      floors: 1,
      built: 2009,
      address: ['2 Crossways', 'Daventry', 'Northamptonshire', 'NN11 8AB'],
    },
    ...{ coordinates: ['52.26', '-1.16'], distributor: '11', warmer: 0.7 },
    electricity: { mean: 138, shapeOf: 'b96', cooling: 0.021, change: 0.98 },
    ...{ gas: [185, 120], water: [22, 11], waterVat: 20 },
  },
  {
    ...{ key: 'office', name: 'Manchester Head Office', entity: 'offices', assetType: 'Office' },
    ...{ floorArea: 4_800, floors: 5, built: 1988, address: ['60 Canal Row', 'Manchester', '', 'M1 3AB'] },
    ...{ coordinates: ['53.48', '-2.24'], distributor: '16', warmer: 0.4 },
    electricity: { mean: 31, shapeOf: 'b71', cooling: 0.008, change: 0.93 },
    ...{ gas: [172, 60], water: [9.5, 1.1], waterVat: 0 },
  },
  {
    ...{ key: 'depot', name: 'Glasgow Depot', entity: 'offices', assetType: 'Warehouse' },
    ...{ floorArea: 6_300, floors: 1, built: 2001, address: ['8 Clydeside Yard', 'Glasgow', '', 'G51 2AB'] },
    ...{ coordinates: ['55.86', '-4.25'], distributor: '18', warmer: -1.1 },
    electricity: { mean: 19, shapeOf: null, cooling: 0.002, change: 1.05 },
    ...{ gas: [148, 30], water: [6, 1.5], waterVat: 0 },
  },
  {
    ...{ key: 'norwich', name: 'Norwich Store', entity: 'shops', assetType: 'Retail' },
    ...{ floorArea: 2_350, floors: 1, built: 2004, address: ['101 Mill Lane', 'Norwich', 'Norfolk', 'NR3 4AB'] },
    ...{ coordinates: ['52.63', '1.30'], distributor: '10', warmer: 0.9 },
    electricity: { mean: 24, shapeOf: 'b111', cooling: 0.012, change: 0.97 },
    ...{ gas: [58, 10], water: [4.2, 3.4], waterVat: 0 },
  },
  {
    ...{ key: 'cardiff', name: 'Cardiff Store', entity: 'shops', assetType: 'Retail' },
    ...{ floorArea: 1_980, floors: 1, built: 2007, address: ['33 Harbour Street', 'Cardiff', '', 'CF10 5AB'] },
    ...{ coordinates: ['51.48', '-3.18'], distributor: '21', warmer: 1.2 },
    electricity: { mean: 19, shapeOf: 'b113', cooling: 0.012, change: 0.99 },
    ...{ gas: [51, 8], water: [3.8, 3.1], waterVat: 0 },
  },
  {
    ...{ key: 'newcastle', name: 'Newcastle Shop', entity: 'shops', assetType: 'Retail' },
    ...{ floorArea: 640, floors: 1, built: 1964, address: ['17 Quay Street', 'Newcastle upon Tyne', '', 'NE1 2AB'] },
    ...{ coordinates: ['54.97', '-1.61'], distributor: '15', warmer: -0.4 },
    electricity: { mean: 4.1, shapeOf: null, cooling: 0.01, change: 0.96 },
    ...{ gas: [19, 4], water: [1.4, 1.1], waterVat: 0 },
  },
  {
    ...{ key: 'sheffield', name: 'Sheffield Shop', entity: 'shops', assetType: 'Retail' },
    ...{ floorArea: 590, floors: 2, built: 1971, address: ['5 Cutler Row', 'Sheffield', 'South Yorkshire', 'S1 2AB'] },
    ...{ coordinates: ['53.38', '-1.47'], distributor: '23', warmer: 0.1 },
    electricity: { mean: 3.4, shapeOf: null, cooling: 0.01, change: 1.02 },
    ...{ gas: [17, 4], water: [1.2, 1], waterVat: 0 },
  },
];

/**
 * Returns a site by its key.
 * @throws Error for an unknown key
 */
export function siteOf(key: string): Site {
  const site = SITES.find((candidate) => candidate.key === key);
  if (site === undefined) throw new Error(`Northgate Foods has no site ${key}`);
  return site;
}
