import { makeExecutableSchema } from '@graphql-tools/schema';
import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql';
import type { Viewer } from '../auth/viewer.js';
import type { Caller, Queryable } from '../data/database.js';
import { requirePresent } from '../data/pool.js';
import { declareResources } from '../data/declare.js';
import { createTotals, openReads } from '../data/reads.js';
import type { Access, Resource, Resources } from '../data/resource.js';
import { readTypes } from '../data/schemaTexts.js';
import { named } from '../data/sdl.js';
import { type DataState, readState, readStates, shareRead, stateFor } from '../data/state.js';
import {
  areErrors,
  type CoercedVariables,
  createExecutor,
  type ExecutableOperation,
  type Executor,
  type Written,
} from './executor.js';
import { checkedQuantity } from './check.js';
import { computedResolver } from './computed.js';
import { levelConsumption, totalEmissions } from './consumption.js';
import { freshContext, type Metadata, type OnBatch, type RequestContext } from './context.js';
import { deriveSchema } from '../plan/derive.js';
import { fieldPlanner, type FieldPlanner } from '../plan/fieldPlan.js';
import { Batches, COST_AT_ONCE, type CostOf } from './run.js';
import type { Format } from './style.js';
import { costBelow, factsFinder, type Measure, type PlanFacts } from '../plan/plan.js';
import { CHECK_TYPE } from '../plan/names.js';
import { linkResolver, type LinkResolver, type Resolver } from './resolvers.js';
import { rootResolver } from './ranking.js';
import { scalarsOf } from '../plan/scalars.js';
import type { Walk } from './walk.js';

/** An operation that was read. */
export type PlannedOperation = ExecutableOperation<PlanFacts>;

/** What both surfaces share. */
export interface Core {
  readonly schema: GraphQLSchema;
  readonly resources: Resources;
  /** Reads a document that was validated against the schema. */
  readonly read: Executor<PlanFacts>['read'];
  /**
   * Measures an operation with variables that it coerced; null: they were refused.
   * @returns a promise where what it asks of a time zone has to be worked out first
   */
  readonly measure: (
    operation: Pick<PlannedOperation, 'planOf'>,
    variables: CoercedVariables,
  ) => Measure | null | Promise<Measure>;
  /**
   * Runs an operation that was read, with the variables that it coerced.
   * @param cost what it costs, as it was measured
   * @param format other than JSON: the data of its one root field is lines, one for each element of that field's `data`
   */
  readonly run: (
    operation: PlannedOperation,
    variables: CoercedVariables,
    context: RequestContext,
    cost: number,
    format?: Format,
  ) => Promise<Written & Metadata>;
  /** A fresh context for one request, whose queries end with its caller. */
  readonly contextFor: (viewer: Viewer, caller?: Caller, wanted?: Wanted) => RequestContext;
  /**
   * What the database is at now for a viewer, by one cheap statement that those who ask at about the same time share.
   * @throws AppError client-gone, or what keeps the database from answering
   */
  readonly state: (viewer: Viewer, caller: Caller) => Promise<DataState>;
  /** The version of the data that its viewer sees now, as the server tells it that the context reads from. */
  readonly versionFor: (context: RequestContext) => Promise<string>;
}

/** What a surface wants beside the answer. */
export interface Wanted {
  /** The plan whose answer is told with the state of the database that it came from. */
  readonly stateOf?: PlanFacts | undefined;
  /** How the request's own list is walked, where it is one. */
  readonly walk?: Walk;
}

/** The configuration, as far as answers depend on it. */
export interface CoreConfig {
  /** Records of a page, at most. */
  readonly maxLimit: number;
  /** Periods of consumption that one question may make. */
  readonly maxPeriods: number;
  /** Whether `endDate` of figures names the last day included. */
  readonly endDateIncluded: boolean;
  /** Whose emission factors hold where an asset names no country. */
  readonly defaultCountry: string;
  /** Of an asset that has none, where its country does not say it; canonical IANA name. */
  readonly defaultTimeZone: string;
}

export interface CoreOptions {
  readonly database: Queryable;
  /** Says what a request reads from, where the database has replicas. */
  readonly queryableOfRequest?: (() => Queryable) | undefined;
  readonly config: CoreConfig;
  readonly onBatch?: OnBatch;
}

/** Periods that are written at once; those of lists beyond are written as the client takes them. */
const WHOLE_ROWS = 2_000;

/**
 * Builds the executable schema from the texts in `schema/types`.
 * @throws Error with file and line of a declaration that cannot be
 */
export function createCore(options: CoreOptions): Core {
  const { database, queryableOfRequest, config } = options;
  const { endDateIncluded } = config;
  const { schema, resources, planner } = buildSchema();
  const factsOf = factsFinder(schema, resources, endDateIncluded);
  const { read, run } = createExecutor(schema, planner.describe, factsOf);
  const costOfMeasure: CostOf = ({ fragments, variableValues: variables }, type, selectedBy) => {
    const sets = selectedBy.map(({ selectionSet }) => selectionSet);
    return costBelow({ fragments, conditions: variables, endDateIncluded }, variables, type, sets);
  };
  const sharedStates = shareRead((accesses: readonly Access[]) =>
    readStates(queryableOfRequest?.() ?? database, accesses),
  );
  return {
    schema,
    resources,
    read,
    measure: ({ planOf }, variables) => (areErrors(variables) ? null : planOf(variables).measure(variables)),
    async run(operation, variables, context, cost, format = 'json') {
      const costOf = cost > COST_AT_ONCE ? costOfMeasure : undefined;
      const make = async (own: RequestContext): Promise<Written & Metadata> => ({
        ...(await run(operation, variables, own, { batches: own.batches, wholeRows: WHOLE_ROWS, costOf, format })),
        ...own.metadata,
      });
      const { queryable, onState } = context.consumption;
      // What tells its state is of one snapshot.
      const retriesUntilStable = context.retriesUntilStable === true || queryable.isDistributed();
      return onState || !retriesUntilStable ? make(context) : retriedUntilStable(context, make);
    },
    contextFor: contextMaker(options, resources),
    async state({ access }, caller) {
      const states = await sharedStates(access);
      requirePresent(caller);
      return stateFor(access, states);
    },
    versionFor: async ({ consumption: own }) => (await readState(own.queryable, own.access, own.caller)).version,
  };
}

/** Returns what makes the context of a request. */
function contextMaker(
  { database, queryableOfRequest, config, onBatch = () => undefined }: CoreOptions,
  resources: Resources,
): Core['contextFor'] {
  const resource = (type: string): Resource => {
    const found = resources.get(type);
    if (!found) throw new Error(`schema/types: figures need the resource ${type}`);
    return found;
  };
  const figures = {
    account: resource('Account'),
    asset: resource('Asset'),
    assetGroup: resource('AssetGroup'),
    entity: resource('Entity'),
    defaultCountry: config.defaultCountry,
    maxPeriods: config.maxPeriods,
    endDateIncluded: config.endDateIncluded,
  };
  const totals = createTotals();
  return (viewer, caller, { stateOf, walk } = {}) => {
    const queryable = queryableOfRequest?.() ?? database;
    const metadata: Metadata = {};
    const retriesUntilStable = stateOf?.isOfSeveralSnapshots(queryable.isDistributed());
    const onState = retriesUntilStable === false ? (seen: DataState) => (metadata.state = seen) : undefined;
    return {
      viewer,
      reads: openReads(queryable, viewer.access, { caller, onState, totals }),
      loaders: new Map(),
      batches: new Batches(),
      onBatch,
      maxLimit: config.maxLimit,
      defaultTimeZone: config.defaultTimeZone,
      consumption: { ...figures, queryable, access: viewer.access, caller, ...(onState ? { onState } : {}) },
      metadata,
      ...(retriesUntilStable ? { retriesUntilStable } : {}),
      ...(walk ? { walk } : {}),
    };
  };
}

/** The executable schema and the resources it was derived from. */
interface Schema {
  readonly schema: GraphQLSchema;
  readonly resources: Resources;
  readonly planner: FieldPlanner;
}

let built: Schema | undefined;

/** Returns the executable schema; built once in a process, as nothing of it depends on the configuration. */
export function buildSchema(): Schema {
  return (built ??= buildFrom(readTypes()));
}

function buildFrom(declared: DocumentNode): Schema {
  const resources = declareResources(declared);
  const planner = fieldPlanner(resources);
  const typeDefs = deriveSchema(declared);
  const fields: Record<string, Record<string, Resolver | LinkResolver>> = { Query: {} };
  const query = typeDefs.definitions.find((node) => 'name' in node && node.name.value === 'Query');
  for (const { name, type } of query?.kind === Kind.OBJECT_TYPE_DEFINITION ? (query.fields ?? []) : []) {
    fields.Query = { ...fields.Query, [name.value]: rootResolver(name.value, named(type).name, resources, planner) };
  }
  for (const resource of resources.values()) {
    const links = [...resource.links.values()];
    fields[resource.type] = Object.fromEntries<Resolver | LinkResolver>([
      ...links.map((link) => [link.field, linkResolver(resource, link, resources, planner)] as const),
      ...[...resource.computed.keys()].map((field) => [field, computedResolver(resource, field, planner)] as const),
    ]);
  }
  fields.Viewer = { consumption: levelConsumption(planner, { emissionsOnly: false, portfolio: true }) };
  const figures = { totalEmissions };
  fields[CHECK_TYPE] = { quantity: checkedQuantity };
  const resolvers = { ...scalarsOf(declared), ...fields, Consumption: figures, ConsumptionPeriod: figures };
  return { schema: makeExecutableSchema({ typeDefs, resolvers }), resources, planner };
}

/** How often an answer is made before it is given without the state that it came from. */
const MOST = 3;

/**
 * Makes an answer of several snapshots, as of several servers, which have none in common: what was asked between two moments at
 * which the data was at the same version, all of it was of that version. While imports write it is made again, a few times.
 * @param make the answer, each time in a context that has found nothing yet
 * @returns the answer with the state that it came from; without it, where the data has changed meanwhile each time, or the version is
 *   unknown
 */
export async function retriedUntilStable<T extends Metadata>(
  context: RequestContext,
  make: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const { queryable, access, caller } = context.consumption;
  for (let attempt = 1; ; attempt += 1) {
    const before = await readState(queryable, access, caller);
    const made = await make(freshContext(context));
    if (before.isUnconfirmed) return made;
    const after = await readState(queryable, access, caller);
    if (before.version === after.version) return { ...made, state: before };
    if (attempt === MOST) return made;
  }
}
