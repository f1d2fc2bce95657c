import { invalidParameters, type ParameterProblem } from '../errors/appError.js';
import { suggest } from '../errors/suggest.js';
import { isProblem } from '../values/parsed.js';
import { CONDITIONS, FIGURE_PARAMETERS, IGNORED, type FigureParameter } from './figureParameters.js';
import type { Parameters } from './queryString.js';
import { unknownParameter, type Variables } from './variables.js';

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
  return operation === 'consumption' ? withConditions(given) : given;
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

/** The operation takes some options as they are, others as the conditions that they decide. */
function withConditions(given: Readonly<Record<string, unknown>>): Variables {
  const own = Object.entries(given).filter(([name]) => !(FIGURE_PARAMETERS.consumption?.[name]?.onlyDecides ?? false));
  const decided = Object.entries(CONDITIONS).map(([name, { holds }]) => [name, holds(given)] as const);
  return Object.fromEntries([...own, ...decided]);
}
