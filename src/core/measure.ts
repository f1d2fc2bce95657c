import {
  getNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Operation } from '../execution/executor.js';
import type { Variables } from '../execution/plan.js';
import { FIGURES_TYPE, PAGE_SUFFIX } from './names.js';
import { argumentsOf, isIncluded } from './arguments.js';
import { countFigurePeriods } from './measurePeriods.js';
import { FIRST_PAGE } from './listArguments.js';

/** How large a question is. */
export interface Measure {
  /** Fields below one another, at most; introspection is bounded by a rule of its own. */
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  /** Rows asked for, page sizes multiplied; 1 for each record linked to, and for each total; periods of consumption. */
  readonly cost: number;
  /** Periods of consumption (measurePeriods.ts) times the objects that they are asked for. */
  readonly periods: number;
}

const NOTHING: Measure = { depth: 0, aliases: 0, rootFields: 0, cost: 0, periods: 0 };

/**
 * Measures a valid operation by arithmetic, before anything is run. Each fragment is measured once, so the work is
 * linear in the document however often it is spread.
 * @param variables coerced, as execution will use them
 * @param endDateIncluded whether `endDate` of figures names the last day included
 */
export function measure(
  schema: GraphQLSchema,
  { node: operation, fragments }: Pick<Operation, 'node' | 'fragments'>,
  variables: Variables,
  endDateIncluded: boolean,
): Measure {
  const measured = new Map<string, Measure>();

  const spread = (name: string, parent: GraphQLObjectType, limit: number): Measure => {
    const key = `${name} ${limit}`;
    const known = measured.get(key);
    if (known) return known;
    const result = select(fragments[name]?.selectionSet, parent, limit);
    measured.set(key, result);
    return result;
  };

  /** @param limit the page size, where `parent` is a page */
  const select = (set: SelectionSetNode | undefined, parent: GraphQLObjectType, limit: number): Measure => {
    let { depth, aliases, rootFields, cost, periods } = NOTHING;
    for (const node of set?.selections ?? []) {
      if (!isIncluded(node, variables)) continue;
      let part: Measure;
      if (node.kind === Kind.FRAGMENT_SPREAD) part = spread(node.name.value, parent, limit);
      else if (node.kind === Kind.INLINE_FRAGMENT) part = select(node.selectionSet, parent, limit);
      else {
        const name = node.name.value;
        const field = parent.getFields()[name];
        const type = field && getNamedType(field.type);
        const alias = node.alias ? 1 : 0;
        const given = field ? argumentsOf(field, node, variables) : {};
        if (!field || !isObjectType(type)) {
          const total = name === 'total' && parent.name.endsWith(PAGE_SUFFIX) ? 1 : 0;
          part = { ...NOTHING, depth: name.startsWith('__') ? 0 : 1, aliases: alias, rootFields: 1, cost: total };
        } else {
          const page = type.name.endsWith(PAGE_SUFFIX);
          const size = page ? pageSize(given.limit) : 0;
          const inner = select(node.selectionSet, type, size);
          const rows = name === 'data' && parent.name.endsWith(PAGE_SUFFIX) ? limit : 1;
          const computed =
            type.name === FIGURES_TYPE
              ? countFigurePeriods(given, node.selectionSet, { fragments, variables, endDateIncluded })
              : 0;
          const own = computed > 0 ? computed : page || !type.getFields()._id ? 0 : 1;
          part = {
            depth: inner.depth + 1,
            aliases: inner.aliases + alias,
            rootFields: 1,
            cost: rows * (own + inner.cost),
            periods: rows * (computed + inner.periods),
          };
        }
      }
      depth = Math.max(depth, part.depth);
      aliases += part.aliases;
      rootFields += part.rootFields;
      cost += part.cost;
      periods += part.periods;
    }
    return { depth, aliases, rootFields, cost, periods };
  };

  const query = schema.getQueryType();
  return query ? select(operation.selectionSet, query, 0) : NOTHING;
}

/** Of a page whose limit is null, the default; a limit that is refused counts as the least. */
function pageSize(limit: unknown): number {
  const size = limit ?? FIRST_PAGE.limit;
  return typeof size === 'number' && size > 0 ? size : 1;
}
