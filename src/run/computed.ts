import type { Column, Resource } from '../data/resource.js';
import { targetName, recordConsumption, SCOPE } from './consumption.js';
import type { FieldPlanner } from '../plan/fieldPlan.js';
import { loaderAt, recordLoader, requireScope, type Resolver } from './resolvers.js';
import { readLastMonths } from '../consumption/lastMonths.js';
import type { Target } from '../consumption/query.js';
import { readColumns } from '../data/columns.js';
import { zoneOfCountry } from '../values/timeZone.js';
import { accessSql } from '../data/access.js';
import { databaseFailure } from '../db/failure.js';
import { readChecks, type CheckRowCounts } from '../findings/readChecks.js';
import { CHECK_COST } from '../plan/names.js';

/**
 * Returns the resolver of a record's computed field: currency, time zone, check of an invoice, last month with data, or
 * figures.
 */
export function computedResolver(resource: Resource, field: string, planner: FieldPlanner): Resolver {
  if (field === 'currency') return recordCurrency(planner);
  if (field === 'timeZone') return recordTimeZone(resource, planner);
  if (field === 'check') return recordCheck(resource, planner);
  const target = targetName(resource);
  return field === 'lastDataMonth' ? recordLastMonth(target, planner) : recordConsumption(target, planner);
}

/** Separates the identifiers of a company and its entity, which have 24 hexadecimal digits each, in a loader's key. */
const SEPARATOR = ' ';

/** Resolves the currency of a record's amounts, by its company and entity. All parents of a field are one batch. */
function recordCurrency({ fieldPathOf }: FieldPlanner): Resolver {
  return (parent, _, context, info) => {
    const companyId = parent?.companyId;
    if (typeof companyId !== 'string') return null;
    const entityId = typeof parent?.entityId === 'string' ? parent.entityId : '';
    const loader = loaderAt(context, fieldPathOf(info), () => {
      return recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, (owners) =>
        context.reads.currencies(
          owners.map((owner) => {
            const [company = '', entity = ''] = owner.split(SEPARATOR);
            return { companyId: company, entityId: entity === '' ? null : entity };
          }),
        ),
      );
    });
    return loader.load([companyId, entityId].join(SEPARATOR));
  };
}

/** Resolves the last month in which a record's accounts have data. All parents of a field are one batch. */
function recordLastMonth(target: keyof Target, { fieldPathOf }: FieldPlanner): Resolver {
  return (parent, { accountType }, context, info) => {
    requireScope(context.viewer, SCOPE, 'consumption');
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    const loader = loaderAt(context, fieldPathOf(info), () => {
      const types = Array.isArray(accountType) ? accountType.map(String) : null;
      return recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, (ids) => {
        const targets = ids.map((recordId): Target => ({ [target]: recordId }));
        return readLastMonths(context.consumption, targets, types);
      });
    });
    return loader.load(id);
  };
}

/** The imported time zone. This column is nullable, but the field of the API is not. */
const IMPORTED_ZONE: Column = {
  path: 'timeZone',
  name: 'time_zone',
  kind: 'text',
  list: false,
  nullable: true,
  choices: [],
};

/**
 * Resolves the time zone of an asset: the imported one, else that of its country, else the default. All parents of a
 * field are one batch.
 */
function recordTimeZone(resource: Resource, { fieldPathOf }: FieldPlanner): Resolver {
  const identifier = resource.columns.get('_id');
  const columns = readColumns([...(identifier ? [identifier] : []), IMPORTED_ZONE]);
  return async (parent, _, context, info) => {
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    const loader = loaderAt(context, fieldPathOf(info), () => {
      return recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, async (ids) => {
        const rows = await context.reads.byIds(resource, ids, columns);
        const zones = new Map(rows.map((row) => [row._id, row.timeZone]));
        return ids.map((recordId) => zones.get(recordId) ?? null);
      });
    });
    const imported = await loader.load(id);
    if (typeof imported === 'string') return imported;
    const country = countryOf(parent?.address);
    return (country === null ? null : zoneOfCountry(country)) ?? context.defaultTimeZone;
  };
}

function countryOf(address: unknown): string | null {
  const country: unknown = typeof address === 'object' && address !== null ? Reflect.get(address, 'countryCode') : null;
  return typeof country === 'string' ? country : null;
}

/** Resolves the metered quantity. It requires the scope of figures, which show the same quantity. */
export const checkedQuantity: Resolver = (check, _, { viewer }) => {
  requireScope(viewer, SCOPE, 'the metered quantity');
  return check?.quantity;
};

/** Returns the resolver of an invoice's check, for viewers of the invoice. All parents of a field are one batch. */
function recordCheck(resource: Resource, { fieldPathOf, planOf }: FieldPlanner): Resolver {
  return (parent, _, context, info) => {
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    const loader = loaderAt(context, fieldPathOf(info), () => {
      const { queryable, caller } = context.consumption;
      const isMetered = planOf(info).selection.has('quantity') && context.viewer.scopes.has(SCOPE);
      return recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, async (ids) => {
        /** Charges one point for each compared bill, and for each day beyond {@link CHECK_COST} of a check. */
        const charge = ({ bills, days }: CheckRowCounts): void => {
          if (caller) caller.cost += bills + Math.max(0, days - ids.length * CHECK_COST);
        };
        try {
          return await queryable.snapshot(
            (snapshot) =>
              readChecks((statement) => snapshot.rows(statement), ids, {
                visible: accessSql(resource, context.viewer.access),
                isMetered,
                onRead: charge,
              }),
            caller,
          );
        } catch (error) {
          throw databaseFailure(error, 'Request fewer invoices.');
        }
      });
    });
    return loader.load(id);
  };
}
