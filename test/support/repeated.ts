/** Whether this run does everything in full: `npm run test:long`. */
export const IS_LONG = process.env.TEST_LONG === '1';

/** What takes long when it is done often: how often in each run, and how often in full. */
const COUNTS = {
  'kills of an import, on each engine': [10, 50],
  'hostile requests, on each engine': [4_000, 20_000],
  'random portfolios, on each engine': [10, 25],
  'random questions to each list, on each engine': [50, 150],
  'random questions of each kind to twins, on each engine': [80, 500],
  'random questions of each kind to plain and distributed data': [40, 850],
  'random GraphQL documents': [300, 1_000],
  'days of a large answer, on each engine': [304, 912],
  'seconds of mixed load': [20, 1_800],
} as const satisfies Readonly<Record<string, readonly [each: number, full: number]>>;

/** How often something is done in this run. */
export function timesOf(what: keyof typeof COUNTS): number {
  const [each, full] = COUNTS[what];
  return IS_LONG ? full : each;
}

/** What this run does less often than in full, a line each. */
export function repeatedLess(): readonly string[] {
  if (IS_LONG) return [];
  return Object.entries(COUNTS).map(([what, [each, full]]) => `${each} instead of ${full} ${what}`);
}
