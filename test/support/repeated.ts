/** Whether this run repeats everything in full: `npm run test:long`. */
export const IS_LONG = process.env.TEST_LONG === '1';

/** Whether this run must end within five minutes: `npm test` without a server in TEST_DATABASE_URL. */
export const IS_QUICK = (process.env.TEST_DATABASE_URL ?? '') === '' && !IS_LONG;

type Count = readonly [each: number, full: number, quick?: number];

/** How often slow tests are repeated: in `npm test`, in `npm run test:long`, and without services if that differs. */
const COUNTS = {
  'kills of an import': [2, 50],
  'hostile requests': [1_000, 20_000],
  'requests with values of any kind': [100, 10_000],
  'random portfolios': [2, 25, 1],
  'random portfolio sheets': [3, 100],
  'random questions to each list': [15, 150, 5],
  'random questions of each kind to twins': [20, 500],
  'random questions of each kind to plain and distributed data': [15, 850],
  'random GraphQL documents': [100, 1_000, 40],
  'accounts of a streamed table': [300, 10_000],
  'days of a large answer': [304, 912],
  'steps of a copy that follows the changes': [16, 40, 8],
  'seconds of mixed load': [14, 1_800],
  'lines about a slow import': [1, 2],
  'sizes of a disk that becomes full': [1, 3],
} as const satisfies Readonly<Record<string, Count>>;

/** `npm test` tries one of this many random cases of a property. */
const PART = 10;

/** Returns how often this run repeats something. */
export function timesOf(what: keyof typeof COUNTS): number {
  return inThisRun(COUNTS[what]);
}

function inThisRun([each, full, quick = each]: Count): number {
  if (IS_LONG) return full;
  return IS_QUICK ? quick : each;
}

/** Returns how many random cases of a property this run tries: `full` in the long run, a tenth in `npm test`. */
export function casesOf(full: number): number {
  return IS_LONG ? full : Math.ceil(full / PART);
}

/**
 * Returns the cases of a list that this run tries: all in the long run, otherwise at most this many, spread evenly over
 * the list.
 */
export function someOf<Case>(cases: readonly Case[], most: number): readonly Case[] {
  if (IS_LONG || cases.length <= most) return cases;
  const part = (index: number): number => Math.floor((index * most) / cases.length);
  return cases.filter((_, index) => part(index) > part(index - 1));
}

/** Lists, one line each, what this run repeats less often than the long run. */
export function repeatedLess(): readonly string[] {
  if (IS_LONG) return [];
  const counts = Object.entries(COUNTS).map(([what, count]) => `${inThisRun(count)} instead of ${count[1]} ${what}`);
  return [
    ...counts,
    `one of ${PART} random cases of other properties`,
    'some of the values of a filter and of the combinations of options',
  ];
}
