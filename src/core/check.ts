import { databaseFailure } from '../data/failure.js';
import { readChecks } from '../findings/readChecks.js';
import type { FieldPlanner } from './fieldPlan.js';
import { recordLoader } from './recordLoader.js';
import type { Resolver } from './resolvers.js';

/** The check of an invoice, for whoever sees the invoice; all parents of a field are one batch. */
export function recordCheck({ placeOf }: FieldPlanner): Resolver {
  return (parent, _, context, info) => {
    const id = parent?._id;
    if (typeof id !== 'string') return null;
    const place = placeOf(info);
    let loader = context.loaders.get(place);
    if (!loader) {
      const { queryable, caller } = context.consumption;
      loader = recordLoader(`${info.parentType.name}.${info.fieldName}`, context, 1, async (ids) => {
        try {
          return await queryable.snapshot((snapshot) => readChecks((...asked) => snapshot.rows(...asked), ids), caller);
        } catch (error) {
          throw databaseFailure(error, 'Ask for fewer invoices.');
        }
      });
      context.loaders.set(place, loader);
    }
    return loader.load(id);
  };
}
