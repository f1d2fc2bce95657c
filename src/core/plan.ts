import type { GraphQLSchema } from 'graphql';
import type { Resources } from '../data/resource.js';
import type { ConditionedOperation, ExecutableOperation, ExecutablePlan } from './execution/executor.js';
import { measurerOf, type Measurer } from './measure.js';
import { CHECK_TYPE, FIGURES_TYPE, PAGE_SUFFIX } from './names.js';

/** What the surfaces have to know of an operation under some conditions, beside what it selects. */
export interface PlanFacts extends Pick<Measurer, 'measure'> {
  /** Whether its answer is of several snapshots, as of several statements or servers. */
  readonly isOfSeveralSnapshots: (isDistributed: boolean) => boolean;
}

/** Everything that follows from an operation's text and the variables that are booleans, worked out once. */
export type Plan = ExecutablePlan & PlanFacts;

/** An operation that was read. */
export type PlannedOperation = ExecutableOperation<PlanFacts>;

/**
 * Works out facts of operations.
 * @param endDateIncluded whether `endDate` of figures names the last day included
 * @returns throws AppError graphql-invalid where a condition cannot be
 */
export function factsFinder(
  schema: GraphQLSchema,
  resources: Resources,
  endDateIncluded: boolean,
): (operation: ConditionedOperation) => PlanFacts {
  const query = schema.getQueryType();
  if (!query) throw new Error('the schema has no queries');
  /** Where the data is distributed, what is not all on the first server. */
  const isSpread = (type: string): boolean =>
    type === FIGURES_TYPE || (resources.get(type)?.distributedBy ?? '') !== '';
  return ({ node, fragments, conditions }) => {
    const { types, measure } = measurerOf({ fragments, conditions, endDateIncluded }, query, node.selectionSet);
    const records = [...types].map((type) => (type.endsWith(PAGE_SUFFIX) ? type.slice(0, -PAGE_SUFFIX.length) : type));
    // A check is read after its invoice.
    const isCheckSelected = types.has(CHECK_TYPE);
    const isSpreadSelected = records.some(isSpread);
    return { measure, isOfSeveralSnapshots: (isDistributed) => isCheckSelected || (isDistributed && isSpreadSelected) };
  };
}
