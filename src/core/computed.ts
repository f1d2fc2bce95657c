import type { Resource } from '../data/resource.js';
import { recordCheck } from './check.js';
import { levelName, recordConsumption } from './consumption.js';
import type { FieldPlanner } from './fieldPlan.js';
import { recordLastMonth } from './lastMonth.js';
import { recordLoader } from './recordLoader.js';
import type { Resolver } from './resolvers.js';
import { recordTimeZone } from './timeZone.js';

/** A field of a record that is computed: its currency, its time zone, an invoice's check, its last month with data, else its figures. */
export function computedResolver(resource: Resource, field: string, planner: FieldPlanner): Resolver {
  if (field === 'currency') return recordCurrency(planner);
  if (field === 'timeZone') return recordTimeZone(resource, planner);
  if (field === 'check') return recordCheck(resource, planner);
  const level = levelName(resource);
  return field === 'lastDataMonth' ? recordLastMonth(level, planner) : recordConsumption(level, planner);
}

/** Between the identifiers of a company and of its entity, which have 24 digits each. */
const BETWEEN = ' ';

/** The currency that a record's money is in, by its company and entity; all parents of a field are one batch. */
function recordCurrency({ placeOf }: FieldPlanner): Resolver {
  return (parent, _, context, info) => {
    const companyId = parent?.companyId;
    if (typeof companyId !== 'string') return null;
    const entityId = typeof parent?.entityId === 'string' ? parent.entityId : '';
    const place = placeOf(info);
    let loader = context.loaders.get(place);
    if (!loader) {
      loader = recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, (owners) =>
        context.reads.currencies(
          owners.map((owner) => {
            const [company = '', entity = ''] = owner.split(BETWEEN);
            return { companyId: company, entityId: entity === '' ? null : entity };
          }),
        ),
      );
      context.loaders.set(place, loader);
    }
    return loader.load([companyId, entityId].join(BETWEEN));
  };
}
