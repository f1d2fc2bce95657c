import { GRANULARITIES } from '../consumption/periods.js';
import { SOURCES } from '../consumption/question.js';
import { invalidParameters, type ParameterProblem } from '../errors/appError.js';
import { suggest } from '../errors/suggest.js';
import { parseDay } from '../values/day.js';
import { parseObjectId } from '../values/objectId.js';
import { isProblem, type Parsed } from '../values/parsed.js';
import { parseBoolean, parseChoice, parseText } from '../values/scalars.js';
import type { Parameters } from './queryString.js';
import { unknownParameter, type Variables } from './variables.js';

/** The utility types that can be asked for (contract 4, /consumption, accountType). */
const TYPES = ['electricity', 'gas', 'water', 'waste', 'solar', 'heating', 'flow', 'cooling', 'temperature'];
const FINANCIAL = ['none', 'basic', 'full'];

/** A parameter of /consumption or /emissions. */
interface FigureParameter {
  readonly required?: true;
  readonly fallback?: string | boolean;
  /** A comma list; each item is read. */
  readonly list?: true;
  readonly choices?: readonly string[];
  readonly read: (text: string) => Parsed<string | boolean>;
}

const choice = (choices: readonly string[], more: Partial<FigureParameter> = {}): FigureParameter => ({
  choices,
  read: (text) => parseChoice(text, choices),
  ...more,
});
const ID: FigureParameter = { read: parseObjectId };
const FLAG: FigureParameter = { read: parseBoolean, fallback: false, choices: ['true', 'false'] };

/** Contract 4, GET /emissions. */
const COMMON: Readonly<Record<string, FigureParameter>> = {
  startDate: { required: true, read: parseDay },
  endDate: { required: true, read: parseDay },
  granularity: choice(GRANULARITIES, { fallback: 'monthly' }),
  source: choice(Object.keys(SOURCES), { fallback: 'combined' }),
  accountType: choice(TYPES, { list: true }),
  accountId: ID,
  assetId: ID,
  assetGroupId: ID,
};

/** The options of contract 4, GET /consumption, that are variables of the operation as they are. */
const OPTIONS = [
  ...['emissions', 'dayNight', 'floorArea', 'capacityInfo', 'meterUserBreakdown', 'showCounts', 'contractCoverage'],
  ...['showSimulated', 'minimal'],
];

/** Old clients send it; it never meant anything here. */
const IGNORED = 'dataType';

/** The parameters of each endpoint of figures, by operation. */
export const FIGURE_PARAMETERS: Readonly<Record<string, Readonly<Record<string, FigureParameter>>>> = {
  emissions: COMMON,
  consumption: {
    ...COMMON,
    entityId: ID,
    tags: { list: true, read: parseText },
    ...Object.fromEntries([...OPTIONS, 'detailedSource', 'assetBreakdown'].map((name) => [name, FLAG])),
    financialInfo: choice(FINANCIAL, { fallback: 'none' }),
  },
};

/**
 * Turns the parameters of /consumption or /emissions into the variables of its operation.
 * @throws AppError invalid-parameter that names every wrong parameter
 */
export function figureVariables(operation: string, parameters: Parameters): Variables {
  const known = FIGURE_PARAMETERS[operation] ?? {};
  const problems: ParameterProblem[] = [];
  const given: Record<string, unknown> = {};
  for (const [name, { fallback }] of Object.entries(known)) given[name] = fallback ?? null;
  for (const [name, texts] of parameters) {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (name === IGNORED && operation === 'consumption') continue;
    if (!parameter) problems.push(unknownParameter(name, Object.keys(known)));
    else if (texts.length > 1 && !parameter.list) {
      problems.push({ parameter: name, message: `${name} must be given once, got ${texts.length} times.` });
    } else given[name] = readParameter(name, parameter, texts, problems);
  }
  for (const [name, { required }] of Object.entries(known)) {
    if (required && !parameters.has(name)) problems.push({ parameter: name, message: `${name} is required.` });
  }
  if (problems.length > 0) throw invalidParameters(problems);
  return operation === 'consumption' ? withDerived(given) : given;
}

function readParameter(
  name: string,
  { list, choices, read }: FigureParameter,
  texts: readonly string[],
  problems: ParameterProblem[],
): unknown {
  const values = (list ? texts.flatMap((text) => text.split(',')) : texts).map((text) => {
    const parsed = read(text.trim());
    if (!isProblem(parsed)) return parsed.value;
    const meant = choices && suggest(text, choices);
    problems.push({
      parameter: name,
      message: `${name} ${parsed.problem}.`,
      ...(choices ? { allowed: choices } : {}),
      ...(meant === undefined ? {} : { suggestion: meant }),
    });
    return null;
  });
  return list ? [...new Set(values)] : values[0];
}

/** The conditions that two parameters decide, or whether one was given (contract 4, conditional top-level fields). */
function withDerived({ detailedSource, assetBreakdown, financialInfo, ...given }: Record<string, unknown>): Variables {
  const { source, accountId, assetId, assetGroupId, entityId } = given;
  return {
    ...given,
    withAccountId: accountId !== null,
    withAssetId: assetId !== null,
    withAssetGroupId: assetGroupId !== null,
    withEntityId: entityId !== null,
    withBreakdown: source === 'combined' || detailedSource === true,
    withCost: source === 'invoice' && financialInfo !== 'none',
    withRates: source === 'invoice' && financialInfo === 'full',
    withAssetGroups: assetBreakdown === true && assetGroupId !== null,
  };
}
