import { addressOf, campusOf } from '../generate/address.js';
import { pick, pickInteger } from '../generate/hash.js';
import type { Values } from '../rows.js';
import { readBuildings, type Building } from './files.js';
import { assetId, SAMPLE_COMPANY_ID, SAMPLE_CREATED_AT } from './ids.js';
import { siteCode, siteName, useOf } from './site.js';

/** Two small buildings without intervals represent buildings that are not in use. */
const VACANT = 'b15';
const DISPOSED = 'b87';

/** Returns an asset for each building. Floor area and floors are real; the rest is generated. */
export function assets(): readonly Values[] {
  return readBuildings().map(asset);
}

function asset(building: Building, index: number): Values {
  const { id, floorArea, floors } = building;
  const { assetType, entityId } = useOf(building);
  const built = pickInteger(`built:${id}`, 1874, 2014);
  const owned = Math.max(built, pickInteger(`owned:${id}`, 1920, 2016));
  const letTo = pick(`let:${id}`, [0, 0, 0, 0, 10, 25, 40]);
  return {
    _id: assetId(id),
    siteName: siteName(building, index),
    siteCode: siteCode(id),
    ...addressOf(id),
    assetType,
    floorArea,
    floorAreaUnit: 'metric',
    noOfFloors: floors,
    gav: String(Math.round((floorArea * pickInteger(`gav:${id}`, 2_400, 4_600)) / 10_000) * 10_000),
    gavCurrency: 'gbp',
    ...occupation(id),
    constructionYear: built,
    ownedSince: `${owned}-${pick(`quarter:${id}`, ['03-25', '06-24', '09-29', '12-25'])}T00:00:00.000Z`,
    tenure: pick(`tenure:${id}`, ['freehold', 'freehold', 'freehold', 'freehold', 'leasehold']),
    tenantControlledPercent: letTo,
    landlordControlledPercent: 100 - letTo,
    status: id === DISPOSED ? 'inactive' : 'active',
    entityId,
    companyId: SAMPLE_COMPANY_ID,
    tags: ['cambridge', campusOf(id).slug],
    createdAt: SAMPLE_CREATED_AT,
    updatedAt: SAMPLE_CREATED_AT,
  };
}

function occupation(id: string): Values {
  if (id === VACANT) return { occupationStatus: 'vacant', vacancyRate: 100, occupancyLevel: 0 };
  if (id === DISPOSED) return { occupationStatus: 'n/a', vacancyRate: null, occupancyLevel: null };
  const vacancyRate = pick(`vacancy:${id}`, [0, 0, 0, 5, 10]);
  return {
    occupationStatus: 'occupied',
    vacancyRate,
    occupancyLevel: pickInteger(`level:${id}`, 55, 95 - vacancyRate),
  };
}
