import { pick, pickDigits, pickInteger, stableId } from '../generate/hash.js';
import { mpanOf, mprn } from '../generate/meterPoint.js';
import type { Values } from '../rows.js';
import {
  NORTHGATE_COMPANY_ID,
  NORTHGATE_CREATED_AT,
  NORTHGATE_ENTITY_IDS,
  northgateAccountId,
  northgateAssetId,
  UTILITIES,
  type NorthgateEntity,
  type Utility,
} from './ids.js';
import { halfHourlyUse } from './electricity.js';
import { SITES, type Site } from './sites.js';
import { GAS_READ_AT, isRead } from './use.js';

/** The company's name states that the company is invented. */
export const NORTHGATE = 'Northgate Foods (invented)';

const STAMPS = { createdAt: NORTHGATE_CREATED_AT, updatedAt: NORTHGATE_CREATED_AT };
const NAMES: Readonly<Record<Utility, string>> = { electricity: 'Electricity', gas: 'Gas', water: 'Water' };

/** Returns the company. */
export function companies(): readonly Values[] {
  return [{ _id: NORTHGATE_COMPANY_ID, name: NORTHGATE, currency: 'gbp', ...STAMPS }];
}

/** Returns its entities. */
export function entities(): readonly Values[] {
  const names: readonly (readonly [NorthgateEntity, string])[] = [
    ['production', 'Northgate Production'],
    ['offices', 'Northgate Offices and Depots'],
    ['shops', 'Northgate Shops'],
  ];
  return names.map(([key, name]) => ({
    _id: NORTHGATE_ENTITY_IDS[key],
    name,
    companyId: NORTHGATE_COMPANY_ID,
    ...STAMPS,
  }));
}

/** Returns its sites. */
export function assets(): readonly Values[] {
  return SITES.map((site) => {
    const [streetAddress, locality, region, postCode] = site.address;
    return {
      _id: northgateAssetId(site.key),
      siteName: site.name,
      siteCode: codeOf(site),
      'address.streetAddress': streetAddress,
      'address.locality': locality,
      ...(region === '' ? {} : { 'address.region': region }),
      'address.postCode': postCode,
      'address.countryCode': 'gb',
      'address.latitude': site.coordinates[0],
      'address.longitude': site.coordinates[1],
      timeZone: 'Europe/London',
      assetType: site.assetType,
      floorArea: site.floorArea,
      floorAreaUnit: 'metric',
      noOfFloors: site.floors,
      occupationStatus: 'occupied',
      constructionYear: site.built,
      tenure: site.entity === 'shops' ? 'leasehold' : 'freehold',
      status: 'active',
      entityId: NORTHGATE_ENTITY_IDS[site.entity],
      companyId: NORTHGATE_COMPANY_ID,
      tags: ['northgate', site.entity],
      ...STAMPS,
    };
  });
}

/** Returns groups of its sites. */
export function assetGroups(): readonly Values[] {
  const groups: readonly (readonly [name: string, isIn: (site: Site) => boolean])[] = [
    ['Shops', ({ entity }) => entity === 'shops'],
    ['Half-hourly sites', ({ electricity }) => electricity.shapeOf !== null],
  ];
  return groups.map(([name, isIn]) => ({
    _id: stableId(`asset-group:northgate:${name}`),
    name,
    assetIds: SITES.filter(isIn).map(({ key }) => northgateAssetId(key)),
    companyId: NORTHGATE_COMPANY_ID,
    entityId: name === 'Shops' ? NORTHGATE_ENTITY_IDS.shops : null,
    ...STAMPS,
  }));
}

/** Returns an account for each utility of each site, and one for the temperature outside the first. */
export function accounts(): readonly Values[] {
  const supplies = SITES.flatMap((site) => UTILITIES.map((utility) => account(site, utility)));
  return [...supplies, ...SITES.slice(0, 1).map(thermometer)];
}

function account(site: Site, utility: Utility): Values {
  const { key, floorArea, electricity } = site;
  const isHalfHourly = utility === 'electricity' && electricity.shapeOf !== null;
  const units = utility === 'electricity' ? 'kwh' : isRead(site, utility) ? 'm3' : 'kwh';
  return {
    ...common(site),
    _id: northgateAccountId(key, utility),
    name: `${site.name} – ${NAMES[utility]}`,
    group: `${NAMES[utility]} meters`,
    type: utility,
    supplierRef: `NG-${pickDigits(`supplier:${key}:${utility}`, 7)}`,
    meterPointNumber: supplyPoint(site, utility),
    meterPointNumber2: '',
    meterSerialNumber: serialOf(site, utility),
    meterUnits: units,
    automaticMeterRead: isHalfHourly || key === GAS_READ_AT,
    capacity: isHalfHourly ? String(capacity(site)) : null,
    meterAreaServed: String(floorArea),
    meterUser: 'landlord',
    consumptionPriority: isHalfHourly
      ? ['hh', 'invoice']
      : isRead(site, utility)
        ? ['reading', 'invoice']
        : ['invoice'],
    tags: isHalfHourly ? ['northgate', 'half-hourly'] : ['northgate'],
  };
}

function thermometer(site: Site): Values {
  return {
    ...common(site),
    _id: northgateAccountId(site.key, 'temperature'),
    name: `${site.name} – Outdoor temperature`,
    group: 'Sensors',
    type: 'temperature',
    meterPointNumber2: '',
    meterUnits: '°C',
    automaticMeterRead: true,
    consumptionPriority: ['hh'],
    tags: ['northgate', 'temperature'],
  };
}

function common(site: Site): Values {
  return {
    siteCode: codeOf(site),
    status: 'active',
    isVirtual: false,
    assetId: northgateAssetId(site.key),
    entityId: NORTHGATE_ENTITY_IDS[site.entity],
    companyId: NORTHGATE_COMPANY_ID,
    ...STAMPS,
  };
}

/** Returns the agreed capacity in kW: a fifth above the highest half-hour. */
function capacity(site: Site): number {
  const highest = halfHourlyUse(site).reduce((most, row) => Math.max(most, ...row), 0);
  return Math.ceil(((highest / 10) * 2 * 1.2) / 10) * 10;
}

function codeOf({ key }: Site): string {
  return `NG-${String(SITES.findIndex((site) => site.key === key) + 1).padStart(2, '0')}`;
}

/** Returns the MPAN or MPRN of a supply; for water, a supply point with ten digits. */
export function supplyPoint({ key, distributor }: Site, utility: Utility): string {
  if (utility === 'electricity') return mpanOf(distributor, `northgate:${key}`);
  return utility === 'gas' ? mprn(`northgate:${key}`) : `3${pickDigits(`spid:northgate:${key}`, 9)}`;
}

/** Returns the serial number of a supply's meter. */
export function serialOf({ key }: Site, utility: Utility): string {
  const of = `northgate:${key}:${utility}`;
  const made = String(pickInteger(`made:${of}`, 12, 23));
  return `${pick(`maker:${of}`, ['E', 'K', 'L'])}${made}${utility.charAt(0).toUpperCase()}${pickDigits(`serial:${of}`, 6)}`;
}
