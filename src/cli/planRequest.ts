import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { getNamedType, GraphQLError, isObjectType, OperationTypeNode } from 'graphql';
import { SCOPES } from '../auth/roles.js';
import type { Config } from '../config/config.js';
import { type Core, createCore, type PlannedOperation } from '../run/createCore.js';
import { areErrors } from '../run/executor.js';
import type { PlannedField } from '../plan/selection.js';
import { writtenFormat } from '../rest/export.js';
import { tableColumns } from '../rest/tables/columns.js';
import type { Format } from '../run/style.js';
import type { Measure } from '../plan/plan.js';
import type { Database } from '../db/database.js';
import { AppError } from '../errors/appError.js';
import { requireBounds } from '../graphql/bounds.js';
import { createDocuments } from '../graphql/request.js';
import { BASE, readEndpoints } from '../rest/endpoint.js';
import { decodedId, endpointFinder, requestReader } from '../rest/request.js';
import { context } from './commandContext.js';
import { idsOfNames } from './names.js';
import { CommandError } from './output.js';

/** The options of `udg plan`. */
export interface PlanOptions {
  /** The file of a GraphQL document; `-` is standard input. */
  readonly graphql?: string;
  readonly operation?: string;
  /** JSON. */
  readonly variables?: string;
  /** The companies that the key sees; all if empty. */
  readonly company: readonly string[];
}

/** An operation with its variables and format. */
interface ParsedOperation {
  /** The name in the output. */
  readonly name: string;
  readonly operation: PlannedOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly format: Format;
  /** Whether it is a REST request: only these report the state of the data, and may be answered as lines. */
  readonly isRest: boolean;
}

/** The printed plan of a request. */
export interface PrintedPlan {
  readonly operation: string;
  readonly size: Measure;
  /** Whether the answer comes from one snapshot of the database. */
  readonly isOfOneSnapshot: boolean;
  readonly fields: readonly PrintedField[];
  readonly csvColumns: readonly string[];
  readonly statements: readonly { readonly sql: string; readonly ms: number }[];
  readonly errors: readonly string[];
}

export interface PrintedField {
  readonly name: string;
  readonly type: string;
  readonly fields: readonly PrintedField[];
}

/**
 * Runs a request with every scope, and records its plan and statements.
 * @throws CommandError if the request is invalid
 */
export async function planOf(
  request: string | undefined,
  options: PlanOptions,
  database: Database,
  config: Config,
): Promise<PrintedPlan> {
  const core = createCore({ database, config });
  const parsed = request === undefined ? await parseDocument(core, options) : await parseRequest(core, request, config);
  const { name, operation, variables, format, isRest } = parsed;
  const { plan, size } = await measured(parsed, config).catch(refuse);
  const all = await companiesOf(database);
  const named = await idsOfNames(database, 'company', options.company);
  const unknown = named.find((company) => !all.includes(company));
  if (unknown !== undefined) throw new CommandError(`There is no company ${unknown}.`, 2);
  const companies = named.length > 0 ? named : all;
  const viewer = {
    ...{
      userId: '0'.repeat(24),
      label: null,
      role: null,
      scopes: new Set<string>(SCOPES),
      access: { companies, entities: [] },
    },
    ...{ grants: 'plan', expiresAt: null },
  };
  const statements: { readonly sql: string; readonly ms: number }[] = [];
  const stop = database.onStatement(({ sql, ms }) => statements.push({ sql: sql.replaceAll(/\s+/g, ' ').trim(), ms }));
  const stateOptions = isRest ? { stateOf: plan } : {};
  const { errors } = await core
    .run(operation, variables, core.contextFor(viewer, undefined, stateOptions), size.cost, format)
    .finally(stop);
  return {
    operation: name,
    size,
    isOfOneSnapshot: !plan.isOfSeveralSnapshots(database.topology()),
    fields: plan.fields.map(printedField),
    csvColumns: (isRest ? tableColumns(plan.fields) : []).map((column) => column.name),
    statements,
    errors: errors.map(({ message }) => message),
  };
}

/**
 * Plans and measures an operation.
 * @throws AppError if the service would reject the operation
 */
async function measured(
  { operation, variables, isRest }: ParsedOperation,
  config: Config,
): Promise<{ readonly plan: ReturnType<PlannedOperation['planOf']>; readonly size: Measure }> {
  const plan = operation.planOf(variables);
  const size = await plan.measure(variables);
  if (!isRest) requireBounds(size, config);
  return { plan, size };
}

/** @throws CommandError in place of the AppError of a rejected request */
function refuse(error: unknown): never {
  throw error instanceof AppError ? new CommandError(error.message, 2) : error;
}

async function companiesOf({ knex }: Database): Promise<readonly string[]> {
  const rows: readonly { readonly id: string }[] = await knex('companies').select({ id: '_id' }).orderBy('_id');
  return rows.map(({ id }) => id);
}

/** @throws CommandError if the request is invalid */
async function parseRequest(core: Core, text: string, { maxLimit }: Config): Promise<ParsedOperation> {
  const [, method = 'GET', url = ''] = /^(?:([A-Z]+) )?(\/\S*)$/.exec(text) ?? [];
  if (url === '')
    throw new CommandError(`Give a path, such as "GET ${BASE}/accounts", got ${JSON.stringify(text)}.`, 2);
  if (method !== 'GET') throw new CommandError(`The API is read-only and accepts only GET, got ${method}.`, 2);
  const [path = ''] = url.split('?', 1);
  const endpoints = readEndpoints(core);
  const match = endpointFinder(endpoints)(path);
  if (!match) {
    const paths = endpoints.map((endpoint) => BASE + endpoint.path).join(', ');
    throw new CommandError(`There is no endpoint ${path}; the endpoints are ${paths}.`, 2);
  }
  const operation = operationOf(core.read(match.endpoint.document));
  const read = requestReader(match.endpoint, operation, { core, maxLimit });
  try {
    // Without an Accept header, the first format is used.
    const accepts = ([first = '']: readonly string[]): string => first;
    const id = match.id === null ? null : decodedId(match.id);
    const { variables, format } = await read({ url, path, id, accept: undefined, accepts });
    return {
      name: `GET ${BASE}${match.endpoint.path}`,
      operation,
      variables: coerced(variables),
      format: writtenFormat(format),
      isRest: true,
    };
  } catch (error) {
    return refuse(error);
  }
}

/** @throws CommandError if the document or its variables are invalid */
async function parseDocument(
  core: Core,
  { graphql = '-', operation: name, variables }: PlanOptions,
): Promise<ParsedOperation> {
  const document =
    graphql === '-'
      ? await text(context().stdin)
      : await readFile(graphql, 'utf8').catch((error: unknown) => {
          throw new CommandError(
            `${graphql} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
            2,
          );
        });
  const parsed = await createDocuments(core).operationOf(document, name ?? null);
  if (!('node' in parsed)) throw new CommandError(parsed.map(({ message }) => message).join(' '), 2);
  const { operation: kind } = parsed.node;
  if (kind !== OperationTypeNode.QUERY)
    throw new CommandError(`The API is read-only and accepts only queries, got a ${kind}.`, 2);
  return {
    name: parsed.node.name?.value ?? 'query',
    operation: parsed,
    variables: coerced(parsed.coerce(objectIn(variables ?? '{}'))),
    format: 'json',
    isRest: false,
  };
}

function operationOf(read: PlannedOperation | GraphQLError): PlannedOperation {
  if (read instanceof GraphQLError) throw read;
  return read;
}

function coerced(variables: ReturnType<PlannedOperation['coerce']>): Readonly<Record<string, unknown>> {
  if (!areErrors(variables)) return variables;
  throw new CommandError(variables.map(({ message }) => message).join(' '), 2);
}

function objectIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The error below covers invalid JSON, too.
  }
  throw new CommandError(`--variables must be a JSON object such as {"limit": 5}, got ${JSON.stringify(json)}.`, 2);
}

function printedField(field: PlannedField): PrintedField {
  const { responseName: name, definition } = field;
  const isObject = isObjectType(getNamedType(definition.type));
  return { name, type: String(definition.type), fields: isObject ? field.fields().map(printedField) : [] };
}
