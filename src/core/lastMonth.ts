import { readLastMonths } from '../consumption/lastMonths.js';
import type { Level } from '../consumption/question.js';
import { SCOPE } from './consumption.js';
import type { FieldPlanner } from './fieldPlan.js';
import { recordLoader } from './recordLoader.js';
import { requireScope, type Resolver } from './resolvers.js';

/** The last month with data of a record's accounts; all parents of a field are one batch. */
export function recordLastMonth(level: keyof Level, { placeOf }: FieldPlanner): Resolver {
  return (parent, { accountType }, context, info) => {
    requireScope(context.viewer, SCOPE, 'consumption');
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    const place = placeOf(info);
    let loader = context.loaders.get(place);
    if (!loader) {
      const types = Array.isArray(accountType) ? accountType.map(String) : null;
      loader = recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, (ids) => {
        const levels = ids.map((own): Level => ({ [level]: own }));
        return readLastMonths(context.consumption, levels, types);
      });
      context.loaders.set(place, loader);
    }
    return loader.load(id);
  };
}
