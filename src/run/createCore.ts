import { makeExecutableSchema } from '@graphql-tools/schema';
import { type DocumentNode, type GraphQLSchema, Kind, printSchema } from 'graphql';
import type { Viewer } from '../auth/viewer.js';
import type { Caller, Queryable } from '../db/database.js';
import { requirePresent } from '../db/pool.js';
import { declareResources } from '../data/declare.js';
import { createTotals, openReads, readRecords } from '../data/reads.js';
import type { Access, Resource, Resources } from '../data/resource.js';
import { readTypes } from '../data/schemaTexts.js';
import { named } from '../data/sdl.js';
import { shareRead } from '../data/shareRead.js';
import { shareRecords } from '../data/sharedRecords.js';
import { type DataState, readState, readStates, stateFor, type StateParts } from '../data/state.js';
import {
  areErrors,
  type CoercedVariables,
  createExecutor,
  type ExecutableOperation,
  type Executor,
  type WrittenResult,
} from './executor.js';
import { checkedQuantity, computedResolver } from './computed.js';
import { targetConsumption, totalEmissions } from './consumption.js';
import { freshContext, type Metadata, type OnBatch, type RequestContext, type CursorPagination } from './context.js';
import { deriveSchema } from '../plan/derive.js';
import { fieldPlanner, type FieldPlanner } from '../plan/fieldPlan.js';
import { Batches, COST_AT_ONCE, type CostOf } from './run.js';
import type { Format } from './style.js';
import { costBelow, factsFinder, type Measure, type PlanFacts } from '../plan/plan.js';
import { CHECK_TYPE } from '../plan/names.js';
import { linkResolver, type LinkResolver, type Resolver } from './resolvers.js';
import { rootResolver } from './ranking.js';
import { scalarsOf } from '../plan/scalars.js';

/** A planned operation. */
export type PlannedOperation = ExecutableOperation<PlanFacts>;

/** The core that REST and GraphQL share. */
export interface Core {
  readonly schema: GraphQLSchema;
  readonly resources: Resources;
  /** Plans a valid document. */
  readonly read: Executor<PlanFacts>['read'];
  /**
   * Measures an operation with coerced variables; null: the variables are invalid.
   * @returns a promise if the offsets of a time zone must be computed first
   */
  readonly measure: (
    operation: Pick<PlannedOperation, 'planOf'>,
    variables: CoercedVariables,
  ) => Measure | null | Promise<Measure>;
  /**
   * Executes an operation with coerced variables.
   * @param cost the measured cost
   * @param format unless JSON, the result of the one root field is lines, one for each element of its `data`
   */
  readonly run: (
    operation: PlannedOperation,
    variables: CoercedVariables,
    context: RequestContext,
    cost: number,
    format?: Format,
  ) => Promise<WrittenResult & Metadata>;
  /** Returns a new context for one request. Its queries are cancelled when the caller leaves. */
  readonly contextFor: (viewer: Viewer, caller?: Caller, wanted?: ContextOptions) => RequestContext;
  /**
   * Reads the current state of a viewer's data. Concurrent callers share one cheap statement.
   * @throws AppError client-gone, or an error of the database
   */
  readonly state: (viewer: Viewer, caller: Caller, parts: StateParts) => Promise<DataState>;
  /** Reads the current version of the viewer's data, from the server that the context reads from. */
  readonly versionFor: (context: RequestContext) => Promise<string>;
}

/** The options of {@link Core.contextFor}. */
export interface ContextOptions {
  /** The plan whose answer needs the state of its snapshot. */
  readonly stateOf?: PlanFacts | undefined;
  /** The cursor pagination of the request, if it is a list. */
  readonly pagination?: CursorPagination | undefined;
}

/** The part of the configuration that answers depend on. */
export interface CoreConfig {
  /** Most records of a page. */
  readonly maxLimit: number;
  /** Most periods of consumption in one request. */
  readonly maxPeriods: number;
  /** Whether `endDate` of figures names the last day included. */
  readonly endDateIncluded: boolean;
  /** The country of an asset that names none, for its emission factors. */
  readonly defaultCountry: string;
  /** The time zone of an asset without one, if its country has several; canonical IANA name. */
  readonly defaultTimeZone: string;
}

export interface CoreOptions {
  readonly database: Queryable;
  /** Chooses the server that a request reads from, if the database has replicas. */
  readonly queryableOfRequest?: (() => Queryable) | undefined;
  readonly config: CoreConfig;
  readonly onBatch?: OnBatch;
}

/** Periods that are written immediately. Longer lists are streamed as the client reads them. */
const IMMEDIATE_ROWS = 2_000;

/**
 * Builds the executable schema from the texts in `schema/types`.
 * @throws Error with file and line of an invalid declaration
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
  const sharedStates = shareRead((wanted: readonly WantedState[]) => {
    const parts = wanted.some((one) => one.parts === 'all') ? 'all' : 'version';
    const accesses = wanted.map(({ access }) => access);
    return readStates(queryableOfRequest?.() ?? database, accesses, parts);
  });
  return {
    schema,
    resources,
    read,
    measure: ({ planOf }, variables) => (areErrors(variables) ? null : planOf(variables).measure(variables)),
    async run(operation, variables, context, cost, format = 'json') {
      const costOf = cost > COST_AT_ONCE ? costOfMeasure : undefined;
      const make = async (attemptContext: RequestContext): Promise<WrittenResult & Metadata> => {
        const { batches, metadata } = attemptContext;
        const options = { batches, immediateRows: IMMEDIATE_ROWS, costOf, format };
        const { data, rows, errors } = await run(operation, variables, attemptContext, options);
        const { state, page } = metadata;
        return { data, rows, errors, state, page };
      };
      return context.retriesUntilStable ? retriedUntilStable(context, make) : make(context);
    },
    contextFor: contextMaker(options, resources),
    async state({ access }, caller, parts) {
      const states = await sharedStates({ access, parts });
      requirePresent(caller);
      return stateFor(access, states);
    },
    versionFor: async ({ consumption: figures }) =>
      (await readState(figures.queryable, figures.access, figures.caller)).version,
  };
}

/** The state that a request reads. */
interface WantedState {
  readonly access: Access;
  readonly parts: StateParts;
}

/** Returns {@link Core.contextFor}. */
function contextMaker(
  { database, queryableOfRequest, config, onBatch = () => undefined }: CoreOptions,
  resources: Resources,
): Core['contextFor'] {
  const resource = (type: string): Resource => {
    const match = resources.get(type);
    if (!match) throw new Error(`schema/types: figures need the resource ${type}`);
    return match;
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
  // With replicas, all statements of a request use one server, so requests share none.
  const readRecord = queryableOfRequest
    ? undefined
    : shareRecords((source, ids, caller) => readRecords(database, source, ids, caller));
  return (viewer, caller, { stateOf, pagination } = {}) => {
    const queryable = queryableOfRequest?.() ?? database;
    const metadata: Metadata = {};
    const topology = queryable.topology();
    const isOfSeveralSnapshots = stateOf?.isOfSeveralSnapshots(topology);
    const onState = isOfSeveralSnapshots === false ? (state: DataState) => (metadata.state = state) : undefined;
    return {
      viewer,
      reads: openReads(queryable, viewer.access, { caller, onState, totals, readRecord }),
      loaders: new Map(),
      batches: new Batches(),
      onBatch,
      maxLimit: config.maxLimit,
      defaultTimeZone: config.defaultTimeZone,
      consumption: {
        // V8 adds properties to a spread by its slow path.
        account: figures.account,
        asset: figures.asset,
        assetGroup: figures.assetGroup,
        entity: figures.entity,
        defaultCountry: figures.defaultCountry,
        maxPeriods: figures.maxPeriods,
        endDateIncluded: figures.endDateIncluded,
        queryable,
        access: viewer.access,
        caller,
        onState,
      },
      metadata,
      retriesUntilStable: isOfSeveralSnapshots ?? !topology.hasSnapshots,
      pagination,
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

/** Returns the executable schema. It does not depend on the configuration, so a process builds it once. */
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
  fields.Viewer = { consumption: targetConsumption(planner, { emissionsOnly: false, portfolio: true }) };
  const figures = { totalEmissions };
  fields[CHECK_TYPE] = { quantity: checkedQuantity };
  const resolvers = {
    ...scalarsOf(declared),
    ...fields,
    Consumption: figures,
    ConsumptionPeriod: figures,
    FigureRow: figures,
  };
  return { schema: makeExecutableSchema({ typeDefs, resolvers }), resources, planner };
}

/** The most attempts to make an answer with its state. After them it is sent without. */
const MAX_ATTEMPTS = 3;

/**
 * Makes an answer from several snapshots, such as those of several servers. If the data has the same version before and
 * after, the complete answer is of that version. If an import has changed the version meanwhile, this makes the answer
 * again, a few times.
 * @param make makes the answer, each time with a new context
 * @returns the answer with its state; without it if the data changed each time, or the version is unknown
 */
async function retriedUntilStable<T extends Metadata>(
  context: RequestContext,
  make: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const { queryable, access, caller } = context.consumption;
  for (let attempt = 1; ; attempt += 1) {
    const before = await readState(queryable, access, caller);
    const answer = await make(freshContext(context));
    if (before.isUnconfirmed) return answer;
    const after = await readState(queryable, access, caller);
    if (before.version === after.version) return { ...answer, state: before };
    if (attempt === MAX_ATTEMPTS) return answer;
  }
}

/** Returns the derived schema as SDL, the content of `schema/generated.graphql`. */
export function printDerivedSchema(): string {
  return `# Derived from schema/types; \`npm run generate\` writes it.\n\n${printSchema(buildSchema().schema)}\n`;
}
