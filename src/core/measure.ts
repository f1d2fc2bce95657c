import {
  getNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type FieldNode,
  type FragmentDefinitionNode,
} from 'graphql';
import type { Operation } from './execution/executor.js';
import type { Variables } from './execution/collectFields.js';
import type { SelectedBy } from './execution/run.js';
import { CHECK_COST, CHECK_TYPE, FIGURES_TYPE, PAGE_SUFFIX } from './names.js';
import { argumentsOf, isIncluded, FIRST_PAGE, rankedAtMost } from './arguments.js';
import { askedTime, learnAskedTime } from '../consumption/askedTime.js';
import { countPeriods } from '../consumption/periods.js';
import { CAPACITY_FIELDS } from '../consumption/question.js';

/** How large a question is. */
export interface Measure {
  /** Fields below one another, at most; introspection is bounded by a rule of its own. */
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  /** Rows asked for, page sizes multiplied; 1 for each record linked to, and for each total; 31 for each check; periods of consumption. */
  readonly cost: number;
  /** Periods of consumption times the objects that they are asked for. */
  readonly periods: number;
}

const NOTHING: Measure = { depth: 0, aliases: 0, rootFields: 0, cost: 0, periods: 0 };

/** A document as it is measured. */
interface Measured {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Coerced, as execution will use them. */
  readonly variables: Variables;
  /** Whether `endDate` of figures names the last day included. */
  readonly endDateIncluded: boolean;
  /** Gets what is being worked out of time zones, without which figures cannot be measured; absent: all is known. */
  readonly learning?: Promise<void>[];
}

/**
 * Measures a valid operation by arithmetic, before anything is run.
 * @returns a promise where it takes turns of the event loop to work out what is asked of a time zone
 */
export function measure(
  schema: GraphQLSchema,
  { node, fragments }: Pick<Operation, 'node' | 'fragments'>,
  variables: Variables,
  endDateIncluded: boolean,
): Measure | Promise<Measure> {
  const query = schema.getQueryType();
  if (!query) return NOTHING;
  const learning: Promise<void>[] = [];
  const measured = { fragments, variables, endDateIncluded, learning };
  const size = selectionMeasurer(measured)(node.selectionSet, query, 0);
  if (learning.length === 0) return size;
  return Promise.all(learning).then(() => selectionMeasurer(measured)(node.selectionSet, query, 0));
}

/** What an object costs, for what is selected of it. */
export function costBelow(measured: Measured, type: GraphQLObjectType, selectedBy: SelectedBy): number {
  const select = selectionMeasurer(measured);
  return selectedBy.reduce((sum, { selectionSet }) => sum + select(selectionSet, type, 0).cost, 0);
}

/**
 * Each fragment is measured once, so the work is linear in the document however often it is spread.
 * @returns measures a selection; its `limit` is the page size, where `parent` is a page
 */
function selectionMeasurer(
  document: Measured,
): (set: SelectionSetNode | undefined, parent: GraphQLObjectType, limit: number) => Measure {
  const { fragments, variables } = document;
  const measured = new Map<string, Measure>();

  const spread = (name: string, parent: GraphQLObjectType, limit: number): Measure => {
    const key = `${name} ${limit}`;
    const known = measured.get(key);
    if (known) return known;
    const result = select(fragments[name]?.selectionSet, parent, limit);
    measured.set(key, result);
    return result;
  };

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
          // What takes arguments is worked out by a statement of its own.
          const isWorkedOut = (field?.args.length ?? 0) > 0 && !name.startsWith('__');
          const total = isWorkedOut || (name === 'total' && parent.name.endsWith(PAGE_SUFFIX)) ? 1 : 0;
          part = { ...NOTHING, depth: name.startsWith('__') ? 0 : 1, aliases: alias, rootFields: 1, cost: total };
        } else {
          const page = type.name.endsWith(PAGE_SUFFIX);
          const size = page ? pageSize(given.limit) : 0;
          const inner = select(node.selectionSet, type, size);
          const rows = name === 'data' && parent.name.endsWith(PAGE_SUFFIX) ? limit : 1;
          const computed = type.name === FIGURES_TYPE ? countFigurePeriods(given, node.selectionSet, document) : 0;
          const ranked = rankedAtMost(given.ranked);
          const checked = type.name === CHECK_TYPE ? CHECK_COST : 0;
          const own = computed + ranked + checked + (given.search ? 1 : 0) || (page || !type.getFields()._id ? 0 : 1);
          part = {
            depth: inner.depth + 1,
            aliases: inner.aliases + alias,
            rootFields: 1,
            cost: rows * (own + inner.cost),
            periods: rows * (computed + ranked + inner.periods),
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

  return select;
}

/** Of a page whose limit is null, the default; a limit that is refused counts as the least. */
function pageSize(limit: unknown): number {
  const size = limit ?? FIRST_PAGE.limit;
  return typeof size === 'number' && size > 0 ? size : 1;
}

/** The same figures of another time. */
const SHIFTED = ['previous', 'yearEarlier'];

/** What takes a row of each day. */
const READ_BY_DAY = [...CAPACITY_FIELDS, 'comparable'];

/**
 * The periods that figures are asked for: those of the granularity, a year for each that another time touches; and where
 * what is read day by day is selected, demand and capacity and what is compared, no fewer than days.
 * @throws AppError invalid-parameter when the dates make none
 */
export function countFigurePeriods(
  given: Readonly<Record<string, unknown>>,
  selection: SelectionSetNode | undefined,
  document: Measured,
): number {
  const learning = document.learning && learnAskedTime(given, document.endDateIncluded);
  if (learning) {
    document.learning.push(learning);
    return 0;
  }
  const { clock, granularity } = askedTime(given, document.endDateIncluded);
  const { from, to } = clock.range;
  const fields = fieldsOf([selection], document);
  const below = (name: string): readonly FieldNode[] =>
    fieldsOf(
      fields.filter((field) => field.name.value === name).map(({ selectionSet }) => selectionSet),
      document,
    );
  const withDays = (periods: number, own: readonly FieldNode[]): number =>
    own.some(({ name }) => READ_BY_DAY.includes(name.value)) ? Math.max(periods, to - from) : periods;
  const own = countPeriods(clock, granularity);
  const shifted = SHIFTED.map(below).filter((selected) => selected.length > 0);
  return shifted.reduce(
    (sum, selected) => sum + withDays(countPeriods(clock, 'yearly'), selected),
    withDays(own, [...fields, ...below('data')]),
  );
}

/** The fields of selections, those of fragments too, each fragment once. */
function fieldsOf(
  sets: readonly (SelectionSetNode | undefined)[],
  { fragments, variables }: Measured,
): readonly FieldNode[] {
  const fields: FieldNode[] = [];
  const seen = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (!isIncluded(node, variables)) continue;
      if (node.kind === Kind.FIELD) fields.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value);
        collect(fragments[node.name.value]?.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return fields;
}
