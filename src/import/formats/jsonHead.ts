/** The list of records in a JSON text. */
interface JsonList {
  /** Keys from the root to the list. */
  readonly path: readonly string[];
  /** The first record, if it is complete: an object, a list, or null. */
  readonly first: unknown;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;
/** Keys of Green Button data, with or without the name of a namespace. */
const GREEN_BUTTON = /"(?:\w+:)?(?:feed|IntervalBlocks?|IntervalReadings?|UsagePoints?|ReadingType)"\s*:/;
/** Fields that identify a record of a resource. */
const RECORD_FIELDS: readonly string[] = ['_id', 'accountId', 'companyId'];
const MAX_COLUMNS = 8;

/**
 * Refuses JSON without one object per line: a list, an object around a list, or objects over several lines.
 * @param content the beginning of the file, without leading blanks
 * @throws Error that begins with "the file", describes the file and shows how to convert it
 */
export function refuseJson(content: string): void {
  if (!content.startsWith('[') && isObjectPerLine(content)) return;
  if (GREEN_BUTTON.test(content)) {
    throw new Error(
      'the file is Green Button data as JSON. Download it as XML (ESPI), or write it as CSV with a row for each interval',
    );
  }
  const list = firstList(content);
  const kind = content.startsWith('[') ? 'a JSON array' : 'one JSON object';
  if (list === null) {
    const what = content.startsWith('[') ? kind : 'JSON over several lines';
    throw new Error(
      `the file is ${what}; write one object per line (NDJSON), for example with jq -c ${content.startsWith('[') ? '".[]"' : '.'}`,
    );
  }
  const within = list.path.length === 0 ? '' : ` with its records in "${list.path.join('.')}"`;
  throw new Error(`the file is ${kind}${within}; ${advice(list)}`);
}

/** Whether each line is an object, or the file is one record in one line. */
function isObjectPerLine(content: string): boolean {
  const [line = '', ...rest] = content.split('\n', 3);
  const object = parseJson(line);
  const next = rest.find((text) => text.trim() !== '')?.trim();
  // The first line is truncated, or not JSON.
  if (object === undefined) return next === undefined ? beginsAsRecord(content) : !/^["}\]]/.test(next);
  return next !== undefined || isRecord(object) || firstList(line) === null;
}

/** Whether a truncated object begins with a field of a record. */
function beginsAsRecord(content: string): boolean {
  return RECORD_FIELDS.some((name) => content.slice(0, 200).includes(`"${name}"`)) || firstList(content) === null;
}

/** Whether a value is an object with a field that identifies a record. */
export function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && RECORD_FIELDS.some((name) => name in value);
}

function advice({ path, first }: JsonList): string {
  const each = `${pathOf(path)}[]`;
  if (Array.isArray(first)) return `write it as CSV with a header, for example with jq -r '${each} | @csv'`;
  if (isRecord(first) || typeof first !== 'object' || first === null) {
    return `write one object per line (NDJSON), for example with jq -c "${each}"`;
  }
  return csvAdvice(first, `${each} | `);
}

/**
 * Returns advice on how to convert objects of other fields to CSV.
 * @param from the jq expression that selects each object, with a pipe
 */
export function csvAdvice(object: object, from = ''): string {
  const names = Object.entries(object)
    .flatMap(([name, value]) => (typeof value === 'object' && value !== null ? [] : [name]))
    .slice(0, MAX_COLUMNS);
  const header = names.map((name) => JSON.stringify(name)).join(',');
  const cells = names.map((name) => pathOf([name])).join(',');
  const jq = from === '' ? 'jq -nr' : 'jq -r';
  const rows = from === '' ? `inputs | [${cells}]` : `${from}[${cells}]`;
  return `write it as CSV with a header, for example with ${jq} '[${header}], (${rows}) | @csv'`;
}

/** Returns a path in the syntax of jq. */
function pathOf(keys: readonly string[]): string {
  const text = keys.map((key) => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join('');
  return text.startsWith('.') ? text : `.${text}`;
}

/** Finds the first list of objects or lists in a text, which may be truncated; null: no such list. */
function firstList(content: string): JsonList | null {
  const keys: string[] = [];
  let key = '';
  let last = '';
  for (const { 0: token, index } of content.matchAll(TOKENS)) {
    const name = token === ':' ? parseJson(last) : null;
    if (typeof name === 'string') key = name;
    else if (token === '{') keys.push(key);
    else if (token === '[') {
      const rest = content.slice(index + 1).trimStart();
      if (/^[{[]/.test(rest)) return { path: [...keys, key].filter((name) => name !== ''), first: firstValue(rest) };
      keys.push(key);
    } else if (token === '}' || token === ']') key = keys.pop() ?? '';
    last = token;
  }
  return null;
}

/** Returns the value at the beginning of a text; undefined: the text is truncated. */
function firstValue(text: string): unknown {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return parseJson(text.slice(0, index + token.length));
  }
  return undefined;
}

/** Parses a JSON text; undefined: the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
