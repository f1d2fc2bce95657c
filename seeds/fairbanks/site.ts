import { readCsv } from '../files.js';
import type { Values } from '../rows.js';
import {
  FAIRBANKS_ASSET_GROUP_ID,
  FAIRBANKS_ASSET_ID,
  FAIRBANKS_COMPANY_ID,
  FAIRBANKS_CREATED_AT,
  FAIRBANKS_ENTITY_ID,
} from './ids.js';

const STAMPS = { createdAt: FAIRBANKS_CREATED_AT, updatedAt: FAIRBANKS_CREATED_AT };

/** The addressee of the bills. */
export const BOROUGH = 'Fairbanks North Star Borough';

/** Returns the borough. */
export function companies(): readonly Values[] {
  return [{ _id: FAIRBANKS_COMPANY_ID, name: BOROUGH, currency: 'usd', ...STAMPS }];
}

/** Returns its generated entity. */
export function entities(): readonly Values[] {
  return [{ _id: FAIRBANKS_ENTITY_ID, name: 'General Government', companyId: FAIRBANKS_COMPANY_ID, ...STAMPS }];
}

/** Returns the published building, in square feet. It omits fields that are not published. */
export function readBuilding(): Readonly<Record<'code' | 'name' | 'street' | 'city' | 'use' | 'squareFeet', string>> {
  const [header = [], row = []] = readCsv('fairbanks', 'buildings.csv');
  const cell = (name: string): string => row[header.indexOf(name)] ?? '';
  return {
    code: cell('site_id'),
    name: cell('site_name'),
    street: cell('address'),
    city: cell('city'),
    use: cell('primary_func'),
    squareFeet: cell('sq_ft'),
  };
}

/** Returns the building as an asset. */
export function assets(): readonly Values[] {
  const { code, name, street, city, use, squareFeet } = readBuilding();
  return [
    {
      _id: FAIRBANKS_ASSET_ID,
      siteName: name,
      siteCode: code,
      'address.streetAddress': street,
      'address.locality': city,
      'address.region': 'Alaska',
      'address.countryCode': 'us',
      // The coordinates of the city, not of the building.
      'address.latitude': '64.84',
      'address.longitude': '-147.72',
      timeZone: 'America/Anchorage',
      assetType: use,
      floorArea: Number(squareFeet),
      floorAreaUnit: 'imperial',
      occupationStatus: 'occupied',
      status: 'active',
      entityId: FAIRBANKS_ENTITY_ID,
      companyId: FAIRBANKS_COMPANY_ID,
      tags: ['fairbanks'],
      ...STAMPS,
    },
  ];
}

/** Returns a generated group with one site. */
export function assetGroups(): readonly Values[] {
  return [
    {
      _id: FAIRBANKS_ASSET_GROUP_ID,
      name: 'Public safety',
      assetIds: [FAIRBANKS_ASSET_ID],
      companyId: FAIRBANKS_COMPANY_ID,
      entityId: FAIRBANKS_ENTITY_ID,
      ...STAMPS,
    },
  ];
}
