import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { ConditionedOperation, Variables } from './selection.js';
import { CHECK_COST, CHECK_TYPE, FIGURES_TYPE, PAGE_SUFFIX, TABLE_TYPE } from './names.js';
import { argumentsOf, FIRST_PAGE, isIncluded, MAX_TABLE_ROWS, rankedAtMost, tableLimit } from './arguments.js';
import { countPeriods } from '../consumption/localTime.js';
import { requestedPeriods, CAPACITY_FIELDS, preloadRequestedDays } from '../consumption/query.js';
import type { Resources } from '../data/resource.js';
import type { Topology } from '../db/topology.js';

/** The size of an operation. */
export interface Measure {
  /** The deepest nesting of fields. A separate rule bounds introspection. */
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  /**
   * Requested rows, page sizes multiplied; 1 for each linked record and each total; 31 for each check; periods of
   * consumption.
   */
  readonly cost: number;
  /** Periods of consumption, times their objects. */
  readonly periods: number;
}

/** The cost of the objects of a selection, and their periods of figures. */
interface Cost {
  readonly cost: number;
  readonly periods: number;
}

/** The values of a request that the cost of a selection depends on. */
interface CostInputs {
  /** Coerced variables, as execution uses them. */
  readonly variables: Variables;
  /** Collects the pending offsets of time zones that figures need; absent: all are cached. */
  readonly pendingOffsets?: Promise<void>[];
  /** The costs of fragments, by name and page size. */
  readonly fragmentCosts: Map<string, Cost>;
}

/** A measured selection: the parts that follow from its text, and a function of its cost. */
interface Measured extends Pick<Measure, 'depth' | 'aliases' | 'rootFields'> {
  /** The types of its objects, at any depth. */
  readonly types: ReadonlySet<string>;
  /** @param limit the page size, if the selection is of a page */
  readonly cost: (inputs: CostInputs, limit: number) => Cost;
}

/** A document to measure. */
interface MeasuredDocument {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The boolean variables of `@skip` and `@include`. */
  readonly conditions: Variables;
  /** Whether `endDate` of figures names the last day included. */
  readonly endDateIncluded: boolean;
}

/** Measures an operation. */
interface Measurer {
  /** The types of its objects, at any depth. */
  readonly types: ReadonlySet<string>;
  /**
   * Measures it by its coerced variables, before execution.
   * @returns a promise if the offsets of a time zone must be computed first, over turns of the event loop
   * @throws AppError graphql-invalid or invalid-parameter for invalid arguments
   */
  readonly measure: (variables: Variables) => Measure | Promise<Measure>;
}

const FREE: Cost = { cost: 0, periods: 0 };
const ONE: Cost = { cost: 1, periods: 0 };

/**
 * Prepares the measuring of a valid operation.
 * @param query the root type
 * @throws AppError graphql-invalid for an invalid condition
 */
function measurerOf(document: MeasuredDocument, query: GraphQLObjectType, selectionSet: SelectionSetNode): Measurer {
  const { depth, aliases, rootFields, types, cost } = selectionMeasurer(document)(selectionSet, query);
  return {
    types,
    measure(variables) {
      const pendingOffsets: Promise<void>[] = [];
      const measure = (): Measure => {
        const inputs = { variables, pendingOffsets, fragmentCosts: new Map<string, Cost>() };
        return { depth, aliases, rootFields, ...cost(inputs, 0) };
      };
      const measured = measure();
      return pendingOffsets.length === 0 ? measured : Promise.all(pendingOffsets).then(measure);
    },
  };
}

/** Returns the cost of an object with its selection. */
export function costBelow(
  document: MeasuredDocument,
  variables: Variables,
  type: GraphQLObjectType,
  sets: readonly (SelectionSetNode | undefined)[],
): number {
  const select = selectionMeasurer(document);
  const inputs = { variables, fragmentCosts: new Map<string, Cost>() };
  return sets.reduce((sum, set) => sum + select(set, type).cost(inputs, 0).cost, 0);
}

/** Measures selections. Each fragment is measured once, so the work is linear in the document. */
function selectionMeasurer(
  document: MeasuredDocument,
): (set: SelectionSetNode | undefined, parent: GraphQLObjectType) => Measured {
  const { fragments, conditions } = document;
  const measured = new Map<string, Measured>();

  const spread = (name: string, parent: GraphQLObjectType): Measured => {
    const existing = measured.get(name) ?? fragmentOnce(name, select(fragments[name]?.selectionSet, parent));
    measured.set(name, existing);
    return existing;
  };
  const partOf = (node: SelectionSetNode['selections'][number], parent: GraphQLObjectType): Measured => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return spread(node.name.value, parent);
    if (node.kind === Kind.INLINE_FRAGMENT) return select(node.selectionSet, parent);
    const field = parent.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!field || !isObjectType(type)) return leaf(node, field, parent);
    return object(node, field, type, select(node.selectionSet, type), parent, document);
  };
  const select = (set: SelectionSetNode | undefined, parent: GraphQLObjectType): Measured => {
    const parts = (set?.selections ?? [])
      .filter((node) => isIncluded(node, conditions))
      .map((node) => partOf(node, parent));
    const sum = (of: (part: Measured) => number): number => parts.reduce((total, part) => total + of(part), 0);
    return {
      depth: Math.max(0, ...parts.map(({ depth }) => depth)),
      aliases: sum(({ aliases }) => aliases),
      rootFields: sum(({ rootFields }) => rootFields),
      types: new Set(parts.flatMap(({ types }) => [...types])),
      cost(inputs, limit) {
        let [cost, periods] = [0, 0];
        for (const part of parts) {
          const partCost = part.cost(inputs, limit);
          cost += partCost.cost;
          periods += partCost.periods;
        }
        return { cost, periods };
      },
    };
  };
  return select;
}

/** Computes the cost of a fragment once for each page size. */
function fragmentOnce(name: string, fragment: Measured): Measured {
  return {
    ...fragment,
    cost(inputs, limit) {
      const key = `${name} ${limit}`;
      const cost = inputs.fragmentCosts.get(key) ?? fragment.cost(inputs, limit);
      inputs.fragmentCosts.set(key, cost);
      return cost;
    },
  };
}

function leaf(node: FieldNode, field: GraphQLField<unknown, unknown> | undefined, parent: GraphQLObjectType): Measured {
  const name = node.name.value;
  const isIntrospection = name.startsWith('__');
  // A field with arguments needs a separate statement.
  const isComputed = field !== undefined && field.args.length > 0 && !isIntrospection;
  const cost = isComputed || (name === 'total' && parent.name.endsWith(PAGE_SUFFIX)) ? ONE : FREE;
  const require = (variables: Variables): void => {
    if (field && field.args.length > 0) argumentsOf(field, node, variables);
  };
  return {
    depth: isIntrospection ? 0 : 1,
    aliases: node.alias ? 1 : 0,
    rootFields: 1,
    types: new Set(),
    cost({ variables }) {
      require(variables);
      return cost;
    },
  };
}

/** @param inner the selection of the objects */
function object(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  type: GraphQLObjectType,
  inner: Measured,
  parent: GraphQLObjectType,
  document: MeasuredDocument,
): Measured {
  const isPage = type.name.endsWith(PAGE_SUFFIX);
  const isData = node.name.value === 'data' && parent.name.endsWith(PAGE_SUFFIX);
  const checkCost = type.name === CHECK_TYPE ? CHECK_COST : 0;
  const least = isPage || !type.getFields()._id ? 0 : 1;
  const isTable = type.name === TABLE_TYPE;
  const figures = isTable || type.name === FIGURES_TYPE ? figureCounter(node.selectionSet, document) : undefined;
  return {
    depth: inner.depth + 1,
    aliases: inner.aliases + (node.alias ? 1 : 0),
    rootFields: 1,
    types: new Set([type.name, ...inner.types]),
    cost(inputs, limit) {
      const given = argumentsOf(field, node, inputs.variables);
      const below = inner.cost(inputs, isPage ? pageSize(given.limit) : 0);
      const periods = figures?.(given, inputs) ?? 0;
      const computed = isTable ? tableCost(given.limit, periods) : periods;
      const ranked = rankedAtMost(given.ranked);
      const objectCost = computed + ranked + checkCost + (given.search ? 1 : 0) || least;
      const rows = isData ? limit : 1;
      return { cost: rows * (objectCost + below.cost), periods: rows * (computed + ranked + below.periods) };
    },
  };
}

/** Returns the page size: the default for null, the least for an invalid limit. */
function pageSize(limit: unknown): number {
  const size = limit ?? FIRST_PAGE.limit;
  return typeof size === 'number' && size > 0 ? size : 1;
}

/**
 * Returns the periods of a page of a table of figures. For a page that is too large, which the resolver rejects later,
 * it returns those of the largest page.
 */
function tableCost(limit: unknown, periods: number): number {
  return Math.min(periods * Math.max(1, tableLimit(limit, periods)), Math.max(periods, MAX_TABLE_ROWS));
}

/** Fields with the same figures of an earlier range. */
const SHIFTED = ['previous', 'yearEarlier'];

/** Fields that read a row for each day. */
const READ_BY_DAY = [...CAPACITY_FIELDS, 'comparable'];

/**
 * Returns a function that counts the periods of figures: those of the granularity, and one for each year of an earlier
 * range. If a field reads days (demand, capacity, comparison), it counts at least the days.
 * @returns throws AppError invalid-parameter for invalid dates
 */
function figureCounter(
  selection: SelectionSetNode | undefined,
  document: MeasuredDocument,
): (given: Readonly<Record<string, unknown>>, inputs: CostInputs) => number {
  const fields = fieldsOf([selection], document);
  const below = (name: string): readonly FieldNode[] =>
    fieldsOf(
      fields.filter((field) => field.name.value === name).map(({ selectionSet }) => selectionSet),
      document,
    );
  const isByDay = (selected: readonly FieldNode[]): boolean =>
    selected.some(({ name }) => READ_BY_DAY.includes(name.value));
  const readsDays = isByDay([...fields, ...below('data')]);
  const shifted = SHIFTED.map(below)
    .filter((selected) => selected.length > 0)
    .map(isByDay);
  const { endDateIncluded } = document;
  return (given, { pendingOffsets }) => {
    const missing = pendingOffsets && preloadRequestedDays(given, endDateIncluded);
    if (missing) {
      pendingOffsets.push(missing);
      return 0;
    }
    const { clock, granularity } = requestedPeriods(given, endDateIncluded);
    const days = clock.range.to - clock.range.from;
    const withDays = (periods: number, byDay: boolean): number => (byDay ? Math.max(periods, days) : periods);
    return shifted.reduce(
      (sum, byDay) => sum + withDays(countPeriods(clock, 'yearly'), byDay),
      withDays(countPeriods(clock, granularity), readsDays),
    );
  };
}

/** Returns the fields of selections, including those of fragments; each fragment once. */
function fieldsOf(
  sets: readonly (SelectionSetNode | undefined)[],
  { fragments, conditions }: MeasuredDocument,
): readonly FieldNode[] {
  const fields: FieldNode[] = [];
  const visited = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (!isIncluded(node, conditions)) continue;
      if (node.kind === Kind.FIELD) fields.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!visited.has(node.name.value)) {
        visited.add(node.name.value);
        collect(fragments[node.name.value]?.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return fields;
}

/** Facts about an operation, for given values of its conditions. */
export interface PlanFacts extends Pick<Measurer, 'measure'> {
  /** Whether its answer needs several snapshots, because of several statements or servers. */
  readonly isOfSeveralSnapshots: (topology: Topology) => boolean;
}

/**
 * Returns a function that finds the facts of operations.
 * @param endDateIncluded whether `endDate` of figures names the last day included
 * @returns throws AppError graphql-invalid for an invalid condition
 */
export function factsFinder(
  schema: GraphQLSchema,
  resources: Resources,
  endDateIncluded: boolean,
): (operation: ConditionedOperation) => PlanFacts {
  const query = schema.getQueryType();
  if (!query) throw new Error('the schema has no queries');
  /** Whether records of a type are spread over the servers of a cluster. */
  const isSpread = (type: string): boolean =>
    type === FIGURES_TYPE || (resources.get(type)?.distributedBy ?? '') !== '';
  return ({ node, fragments, conditions }) => {
    const { types, measure } = measurerOf({ fragments, conditions, endDateIncluded }, query, node.selectionSet);
    const records = [...types].map((type) => (type.endsWith(PAGE_SUFFIX) ? type.slice(0, -PAGE_SUFFIX.length) : type));
    // The check of an invoice is read after the invoice.
    const isCheckSelected = types.has(CHECK_TYPE);
    // Objects of a table are read before their figures.
    const isOfStatements = isCheckSelected || types.has(TABLE_TYPE);
    const isOfServers = records.some(isSpread);
    return { measure, isOfSeveralSnapshots: ({ hasSnapshots }) => isOfStatements || (isOfServers && !hasSnapshots) };
  };
}
