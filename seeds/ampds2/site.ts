import type { Values } from '../rows.js';
import {
  AMPDS2_ASSET_ID,
  AMPDS2_COMPANY_ID,
  AMPDS2_CREATED_AT,
  AMPDS2_ENTITY_ID,
  ampds2AccountId,
  ampds2SupplierId,
  UTILITIES,
  type Utility,
} from './ids.js';

const STAMPS = { createdAt: AMPDS2_CREATED_AT, updatedAt: AMPDS2_CREATED_AT };
const SITE_CODE = 'AMPDS2-1';

/** Returns the household as a company. */
export function companies(): readonly Values[] {
  return [{ _id: AMPDS2_COMPANY_ID, name: 'AMPds2 household', currency: 'cad', ...STAMPS }];
}

/** Returns its only entity. */
export function entities(): readonly Values[] {
  return [{ _id: AMPDS2_ENTITY_ID, name: 'Household', companyId: AMPDS2_COMPANY_ID, ...STAMPS }];
}

/** Returns the house. Its city is published; its coordinates are not. Name, code and floor area are generated. */
export function assets(): readonly Values[] {
  return [
    {
      _id: AMPDS2_ASSET_ID,
      siteName: 'Burnaby house',
      siteCode: SITE_CODE,
      'address.locality': 'Burnaby',
      'address.region': 'British Columbia',
      'address.countryCode': 'ca',
      // The coordinates of the city, not of the house.
      'address.latitude': '49.25',
      'address.longitude': '-122.98',
      timeZone: 'America/Vancouver',
      assetType: 'Residential',
      floorArea: 190,
      floorAreaUnit: 'metric',
      occupationStatus: 'occupied',
      status: 'active',
      entityId: AMPDS2_ENTITY_ID,
      companyId: AMPDS2_COMPANY_ID,
      tags: ['ampds2'],
      ...STAMPS,
    },
  ];
}

/** Returns the generated suppliers of the contracts. */
export function suppliers(): readonly Values[] {
  const names = { water: 'Coast Mountain Water', gas: 'Fraser Lowland Gas' };
  return UTILITIES.map((utility) => ({ _id: ampds2SupplierId(utility), name: names[utility], ...STAMPS }));
}

/** Returns an account for each utility. */
export function accounts(): readonly Values[] {
  return UTILITIES.map(account);
}

function account(utility: Utility): Values {
  return {
    _id: ampds2AccountId(utility),
    name: `Burnaby house – ${utility === 'water' ? 'Water' : 'Gas'}`,
    group: 'Household meters',
    siteCode: SITE_CODE,
    type: utility,
    meterPointNumber2: '',
    meterUnits: 'm3',
    automaticMeterRead: true,
    status: 'active',
    isVirtual: false,
    consumptionPriority: ['reading', 'invoice'],
    assetId: AMPDS2_ASSET_ID,
    entityId: AMPDS2_ENTITY_ID,
    companyId: AMPDS2_COMPANY_ID,
    tags: ['ampds2', 'half-hourly'],
    ...STAMPS,
  };
}
