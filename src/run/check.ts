import { accessSql } from '../data/access.js';
import { databaseFailure } from '../db/failure.js';
import type { Resource } from '../data/resource.js';
import { readChecks, type CheckRowCounts } from '../findings/readChecks.js';
import { SCOPE } from './consumption.js';
import type { FieldPlanner } from '../plan/fieldPlan.js';
import { CHECK_COST } from '../plan/names.js';
import { loaderAt, recordLoader, requireScope, type Resolver } from './resolvers.js';

/** Resolves the metered quantity. It requires the scope of figures, which show the same quantity. */
export const checkedQuantity: Resolver = (check, _, { viewer }) => {
  requireScope(viewer, SCOPE, 'the metered quantity');
  return check?.quantity;
};

/** Returns the resolver of an invoice's check, for viewers of the invoice. All parents of a field are one batch. */
export function recordCheck(resource: Resource, { fieldPathOf, planOf }: FieldPlanner): Resolver {
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
