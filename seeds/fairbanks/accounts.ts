import { contractsOf } from '../generate/contracts.js';
import type { Values } from '../rows.js';
import type { Bill } from './bills.js';
import {
  FAIRBANKS_ASSET_ID,
  FAIRBANKS_COMPANY_ID,
  FAIRBANKS_CREATED_AT,
  FAIRBANKS_ENTITY_ID,
  fairbanksAccountId,
  fairbanksSupplierId,
} from './ids.js';
import { billsByService, type Service } from './services.js';
import { readBuilding } from './site.js';

/** Returns an account for each service, with the account number and meter that its bills name. */
export function accounts(): readonly Values[] {
  return billsByService().flatMap(([service, [first]]) => (first === undefined ? [] : [account(service, first)]));
}

/** Returns the suppliers of the bills, by their printed code and name. */
export function suppliers(): readonly Values[] {
  const stamps = { createdAt: FAIRBANKS_CREATED_AT, updatedAt: FAIRBANKS_CREATED_AT };
  const names = new Map(
    billsByService().flatMap(([, bills]) => bills.map((bill) => [bill.supplierCode, bill.supplierName] as const)),
  );
  return [...names].map(([code, name]) => ({ _id: fairbanksSupplierId(code), name, ...stamps }));
}

/** Returns generated contracts with the suppliers that the bills name. */
export function contracts(): readonly Values[] {
  return billsByService().flatMap(([{ key }, [first]]) => {
    if (first === undefined) return [];
    return contractsOf({
      accountId: fairbanksAccountId(key),
      suppliers: [fairbanksSupplierId(first.supplierCode)],
      firstYear: 2010,
      years: [4, 5, 6],
      createdAt: FAIRBANKS_CREATED_AT,
    });
  });
}

function account(service: Service, { accountNumber, meterSerialNumber }: Bill): Values {
  const { code, name } = readBuilding();
  return {
    _id: fairbanksAccountId(service.key),
    name: `${name} – ${service.name}`,
    group: service.metered ? 'Utility meters' : 'Unmetered services',
    siteCode: code,
    type: service.type,
    supplierRef: accountNumber,
    meterPointNumber2: '',
    meterSerialNumber,
    meterUnits: service.units,
    automaticMeterRead: false,
    status: 'active',
    isVirtual: false,
    consumptionPriority: ['invoice'],
    assetId: FAIRBANKS_ASSET_ID,
    entityId: FAIRBANKS_ENTITY_ID,
    companyId: FAIRBANKS_COMPANY_ID,
    tags: ['fairbanks', service.key],
    createdAt: FAIRBANKS_CREATED_AT,
    updatedAt: FAIRBANKS_CREATED_AT,
  };
}
