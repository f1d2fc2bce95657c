import { GRANULARITIES } from '../consumption/localTime.js';
import { SOURCES } from '../consumption/query.js';
import {
  parseDay,
  parseObjectId,
  isProblem,
  parseBoolean,
  parseChoice,
  type Parsed,
  parseText,
} from '../values/scalars.js';
import { parseTimeZone } from '../values/timeZone.js';
import { UTILITY_TYPES } from '../data/utilityTypes.js';
import { FORMATS, type Format } from './formats.js';
import { TABLE_LEVELS } from '../run/tableObjects.js';
import type { Parameters } from './parameters.js';
import { ProblemList } from '../errors/appError.js';
import { givenOnce, parseCommaLists, unknownParameter, type Variables, wrongValue } from './variables.js';

const FINANCIAL = ['none', 'basic', 'full'];

/** A parameter of /consumption or /emissions. */
export interface FigureParameter {
  readonly meaning: string;
  /** What a required parameter accepts, for the error if it is missing. */
  readonly required?: string;
  readonly fallback?: string | boolean;
  /** Whether the value is a comma list. */
  readonly list?: true;
  readonly choices?: readonly string[];
  /** Whether it is no variable of the operation and only decides {@link CONDITIONS}. */
  readonly onlyDecides?: true;
  readonly read: (text: string) => Parsed<string | boolean>;
}

type FigureParameters = Readonly<Record<string, FigureParameter>>;

const choice = (meaning: string, choices: readonly string[], more: Partial<FigureParameter> = {}): FigureParameter => ({
  meaning,
  choices,
  read: (text) => parseChoice(text, choices),
  ...more,
});
const identifier = (meaning: string): FigureParameter => ({ meaning, read: parseObjectId });
/** The values of a flag, which is false by default. */
export const FLAG_CHOICES: readonly string[] = ['true', 'false'];
const flag = (meaning: string, more: Partial<FigureParameter> = {}): FigureParameter => ({
  meaning,
  read: parseBoolean,
  fallback: false,
  choices: FLAG_CHOICES,
  ...more,
});

/** Contract 4, GET /emissions. */
const COMMON: FigureParameters = {
  startDate: {
    meaning: 'The first day: a date, or a date-time on that day',
    required: 'a date such as 2024-01-31',
    read: parseDay,
  },
  endDate: {
    meaning: 'The last day, inclusive (if the server sets END_DATE=exclusive: the day after the last)',
    required: 'a date such as 2024-01-31',
    read: parseDay,
  },
  timeZone: {
    meaning:
      'Time zone of days, hours and daytime: a name of the IANA database such as `Europe/London`; default UTC. ' +
      'Its offsets in the range must be whole half-hours',
    read: parseTimeZone,
  },
  granularity: choice('The length of the periods of `data`; weeks begin on Monday', GRANULARITIES, {
    fallback: 'monthly',
  }),
  source: choice('Source of consumption', Object.keys(SOURCES), { fallback: 'combined' }),
  accountType: choice('Utility types to add up, a comma list', UTILITY_TYPES, { list: true }),
  accountId: identifier('One account'),
  assetId: identifier('One asset'),
  assetGroupId: identifier('One asset group'),
};

/** The options of /consumption and /figures. */
const OPTIONS: FigureParameters = {
  entityId: identifier('One entity'),
  tags: { meaning: 'Accounts with any of these tags, a comma list', list: true, read: parseText },
  emissions: flag('Whether to include emissions'),
  dayNight: flag('Whether to include the consumption of day and night'),
  floorArea: flag('Whether to include floor areas'),
  capacityInfo: flag('Whether to include demand and capacity'),
  meterUserBreakdown: flag('Whether to include the consumption of tenants and landlord'),
  showCounts: flag('Whether to count accounts and assets'),
  contractCoverage: flag('Whether to count accounts with and without a supply contract'),
  showSimulated: flag('Whether to include the consumption of simulated invoices'),
  minimal: flag('Whether `data` contains only dates and consumption'),
};

const FINANCIAL_INFO: FigureParameters = {
  financialInfo: choice('With `source=invoice`: `basic` adds the cost, `full` the cost and the rate lines', FINANCIAL, {
    fallback: 'none',
    onlyDecides: true,
  }),
};

/** A parameter that old clients send and this service ignores. */
export const IGNORED = 'dataType';

/** The parameters of the figure endpoints, by operation. */
export const FIGURE_PARAMETERS: Readonly<Record<string, FigureParameters>> = {
  emissions: COMMON,
  consumption: {
    ...COMMON,
    ...OPTIONS,
    coverage: flag(
      'Whether to include the share of the time that data covers, 0 to 1. Formats other than JSON always include it',
    ),
    detailedSource: flag('Whether to include the consumption by source', { onlyDecides: true }),
    assetBreakdown: flag(
      'Whether to include the figures of each asset of `assetGroupId` or, without it, of `entityId`. Ignored for an account or an asset, and in formats other than JSON',
      { onlyDecides: true },
    ),
    ...FINANCIAL_INFO,
    format: choice('Format of the response. In formats other than JSON, each row is an element of `data`', FORMATS, {
      fallback: 'json',
      onlyDecides: true,
    }),
  },
  figures: {
    by: choice('The kind of object that each row describes', TABLE_LEVELS, {
      required: TABLE_LEVELS.join(', '),
    }),
    ...COMMON,
    accountType: choice(
      'Utility types, a comma list. Required unless `by` is account or type. The types must have the same unit, because each row adds them up',
      UTILITY_TYPES,
      { list: true },
    ),
    accountId: identifier('With `by=account`: this account'),
    assetId: identifier(
      'With `by=account`: the accounts of this asset. With `by=asset`: this asset. With `by=company`, `type` or `tag`: counts only its accounts',
    ),
    assetGroupId: identifier(
      'With `by=asset`: the assets in this group. With `by=assetGroup`: this group. With `by=company`, `type` or `tag`: counts only its accounts',
    ),
    ...OPTIONS,
    entityId: identifier(
      'With `by=account`, `asset` or `assetGroup`: the objects of this entity. With `by=entity`: this entity. Otherwise: counts only its accounts',
    ),
    minimal: flag('Whether rows contain no figures except consumption'),
    detailedSource: flag('Whether to include the consumption by source'),
    ...FINANCIAL_INFO,
    format: choice('Format of the response. Without `limit`, formats other than JSON contain all objects', FORMATS, {
      fallback: 'json',
      onlyDecides: true,
    }),
  },
};

/** A condition for parts of the answer, on one or several parameters. */
interface Condition {
  /** The condition in words, for the OpenAPI document. */
  readonly when: string;
  readonly holds: (given: Readonly<Record<string, unknown>>) => boolean;
}

const given = (name: string): Condition => ({ when: `\`${name}\` is given`, holds: (values) => values[name] !== null });

/** The further variables of the operation (contract 4, conditional top-level fields). */
export const CONDITIONS: Readonly<Record<string, Condition>> = {
  withTimeZone: given('timeZone'),
  withAccountId: given('accountId'),
  withAssetId: given('assetId'),
  withAssetGroupId: given('assetGroupId'),
  withEntityId: given('entityId'),
  withBreakdown: {
    when: '`source=combined` or `detailedSource=true`',
    holds: ({ source, detailedSource }) => source === 'combined' || detailedSource === true,
  },
  withCost: {
    when: '`source=invoice` and `financialInfo` is not `none`',
    holds: ({ source, financialInfo }) => source === 'invoice' && financialInfo !== 'none',
  },
  withRates: {
    when: '`source=invoice` and `financialInfo=full`',
    holds: ({ source, financialInfo }) => source === 'invoice' && financialInfo === 'full',
  },
  withAssetGroups: {
    when: '`assetBreakdown=true`, and `assetGroupId` or `entityId` alone is given',
    holds: ({ assetBreakdown, assetGroupId, entityId, accountId, assetId }) =>
      assetBreakdown === true &&
      (assetGroupId !== null || (entityId !== null && accountId === null && assetId === null)),
  },
};

/**
 * Turns the parameters of /consumption or /emissions into the variables of its operation.
 * @param format a table always has the coverage
 * @throws AppError invalid-parameter that lists every invalid parameter
 */
export function figureVariables(operation: string, parameters: Parameters, format: Format = 'json'): Variables {
  const declared = FIGURE_PARAMETERS[operation] ?? {};
  const problems = new ProblemList();
  const given: Record<string, unknown> = {};
  for (const [name, { fallback }] of Object.entries(declared)) given[name] = fallback ?? null;
  for (const [name, texts] of parameters) {
    const parameter = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (name === IGNORED && operation === 'consumption') continue;
    if (!parameter) problems.add(() => unknownParameter(name, Object.keys(declared)));
    else if (texts.length > 1 && !parameter.list) problems.add(() => givenOnce(name, texts));
    else given[name] = readParameter(name, parameter, texts, problems);
  }
  for (const [name, { required }] of Object.entries(declared)) {
    if (required && !parameters.has(name)) {
      problems.add(() => ({ parameter: name, message: `${name} is required: ${required}.` }));
    }
  }
  problems.throwIfAny();
  if (operation === 'consumption' && format !== 'json' && format !== 'ndjson') given.coverage = true;
  return withConditions(declared, given);
}

function readParameter(
  name: string,
  { list, choices, read }: FigureParameter,
  texts: readonly string[],
  problems: ProblemList,
): unknown {
  // Values of a closed list contain no commas, so spaces around a comma have no meaning.
  const split = (): readonly string[] =>
    choices ? texts.flatMap((text) => text.split(',')) : parseCommaLists(name, texts, problems);
  const values = (list ? split() : texts).map((text) => {
    const parsed = read(list && !choices ? text : text.trim());
    if (!isProblem(parsed)) return parsed.value;
    problems.add(() => wrongValue(name, parsed.problem, text, choices));
    return null;
  });
  return list ? [...new Set(values)] : values[0];
}

/** Returns the variables of the operation: options that it takes unchanged, and the conditions that others decide. */
function withConditions(declared: FigureParameters, given: Readonly<Record<string, unknown>>): Variables {
  const options = Object.entries(given).filter(([name]) => !(declared[name]?.onlyDecides ?? false));
  const decided = Object.entries(CONDITIONS).map(([name, { holds }]) => [name, holds(given)] as const);
  return Object.fromEntries([...options, ...decided]);
}
