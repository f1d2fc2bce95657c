import { campusOf } from '../generate/address.js';
import { pick, pickDigits, pickInteger, stableId } from '../generate/hash.js';
import { mpan, mprn } from '../generate/meterPoint.js';
import type { Values } from '../rows.js';
import { FUELS, readBuildings, readHourly, type Building, type Fuel } from './files.js';
import { accountId, assetId, SAMPLE_COMPANY_ID, SAMPLE_CREATED_AT, SAMPLE_ENTITY_IDS } from './ids.js';
import { siteCode, siteName, useOf } from './site.js';

/** Supplies that are disconnected. */
const INACTIVE = [accountId('b84', 'gas'), accountId('b87', 'gas'), accountId('b87', 'electricity')];

const COMMON = {
  meterUnits: 'kwh',
  companyId: SAMPLE_COMPANY_ID,
  createdAt: SAMPLE_CREATED_AT,
  updatedAt: SAMPLE_CREATED_AT,
};

/** Returns a generated account for each building and fuel, and a virtual one. */
export function accounts(): readonly Values[] {
  const peaks = new Map([...readHourly('electricity').values].map(([id, values]) => [id, Math.max(...values)]));
  const real = readBuildings().flatMap((building, index) =>
    FUELS.map((fuel) => account(building, siteName(building, index), fuel, peaks.get(building.id))),
  );
  return [...real, virtual()];
}

function account(building: Building, site: string, fuel: Fuel, peak: number | undefined): Values {
  const { id, floorArea } = building;
  const key = `${id}:${fuel}`;
  const electric = fuel === 'electricity';
  const hourly = peak !== undefined;
  return {
    ...COMMON,
    _id: accountId(id, fuel),
    name: `${site} – ${electric ? 'Electricity' : 'Gas'}`,
    group: `${campusOf(id).name} ${fuel}`,
    siteCode: siteCode(id),
    type: fuel,
    supplierRef: `${electric ? 'EL' : 'GA'}-${pickDigits(`supplier:${key}`, 8)}`,
    meterPointNumber: electric ? mpan(id) : mprn(id),
    meterPointNumber2: '',
    meterSerialNumber: electric ? electricitySerial(key) : gasSerial(key),
    automaticMeterRead: hourly,
    status: INACTIVE.includes(accountId(id, fuel)) ? 'inactive' : 'active',
    capacity: electric ? String(capacity(floorArea, peak)) : null,
    meterOperator: pick(`operator:${key}`, ['Fenland Metering', 'Anglia Meter Services', 'Granta Data Collection']),
    meterLocation: pick(
      `location:${key}`,
      electric ? ['Switch room', 'Basement', 'Substation'] : ['Boiler room', 'Gas kiosk'],
    ),
    meterAreaServed: String(floorArea),
    isVirtual: false,
    meterUser: pick(`user:${key}`, ['landlord', 'landlord', 'landlord', 'landlord', 'landlord', 'tenant']),
    consumptionPriority: hourly ? ['hh', 'reading', 'invoice'] : ['reading', 'invoice'],
    assetId: assetId(id),
    entityId: useOf(building).entityId,
    tags: hourly ? ['cambridge', 'hourly'] : ['cambridge'],
  };
}

/** Returns the agreed capacity in kW: a fifth above the highest known hour. */
function capacity(floorArea: number, peak: number | undefined): number {
  return Math.ceil((peak === undefined ? floorArea * 0.06 : peak * 1.2) / 10) * 10;
}

function electricitySerial(key: string): string {
  return `E${pickInteger(`made:${key}`, 10, 21)}Z${pickDigits(`serial:${key}`, 6)}`;
}

function gasSerial(key: string): string {
  return `M016A${pickDigits(`serial:${key}`, 7)}D6`;
}

/** Returns an account for a sum that a person maintains by hand. It has no meter point, no asset and no intervals. */
function virtual(): Values {
  return {
    ...COMMON,
    _id: stableId('account:cambridge:virtual'),
    name: 'Research Estate – Electricity, all meters (virtual)',
    group: 'Virtual meters',
    type: 'electricity',
    meterPointNumber2: '',
    automaticMeterRead: false,
    status: 'active',
    isVirtual: true,
    meterUser: 'landlord',
    consumptionPriority: ['hh'],
    entityId: SAMPLE_ENTITY_IDS.research,
    tags: ['cambridge', 'virtual'],
  };
}
