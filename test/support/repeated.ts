/** Whether this run does everything in full: `npm run test:long`. */
export const IS_LONG = process.env.TEST_LONG === '1';

/** What takes long when it is repeated often: how often in `npm test`, and how often in `npm run test:long`. */
const COUNTS = {
  'kills of an import': [3, 50],
  'hostile requests': [1_000, 20_000],
  'requests with values of any kind': [100, 10_000],
  'random portfolios': [4, 25],
  'random questions to each list': [15, 150],
  'random questions of each kind to twins': [20, 500],
  'random questions of each kind to plain and distributed data': [15, 850],
  'random GraphQL documents': [100, 1_000],
  'days of a large answer': [304, 912],
  'steps of a copy that follows the changes': [16, 40],
  'seconds of mixed load': [14, 1_800],
  'lines about a slow import': [1, 2],
  'sizes of a disk that becomes full': [2, 3],
} as const satisfies Readonly<Record<string, readonly [each: number, full: number]>>;

/** Of how many cases of a property `npm test` tries one. */
const PART = 5;

/** Returns how often something is repeated in this run. */
export function timesOf(what: keyof typeof COUNTS): number {
  const [each, full] = COUNTS[what];
  return IS_LONG ? full : each;
}

/** Returns how many random cases of a property this run tries: `full` in the long run, a fifth in `npm test`. */
export function casesOf(full: number): number {
  return IS_LONG ? full : Math.ceil(full / PART);
}

/** Returns the cases of a list that this run tries: all in the long run, in `npm test` so many, spread evenly over the list. */
export function someOf<Case>(cases: readonly Case[], most: number): readonly Case[] {
  if (IS_LONG || cases.length <= most) return cases;
  const part = (index: number): number => Math.floor((index * most) / cases.length);
  return cases.filter((_, index) => part(index) > part(index - 1));
}

/** Returns what this run repeats less often than the long run, one line each. */
export function repeatedLess(): readonly string[] {
  if (IS_LONG) return [];
  const counts = Object.entries(COUNTS).map(([what, [each, full]]) => `${each} instead of ${full} ${what}`);
  return [...counts, `one of ${PART} random cases of other properties`, 'some of the values of a filter'];
}
