import type { Account, Reading, Settings } from './records.js';
import { canonical, type Span } from './spans.js';
import { instant } from './time.js';

/** The spans of one register, and the time between its first and its last reading. */
export interface Register {
  readonly from: number;
  readonly to: number;
  readonly spans: readonly Span[];
  /** From the reading before a glitch to the reading after it. */
  readonly glitches: readonly { readonly from: number; readonly to: number }[];
}

/** The combined reading of one meter at one moment. */
interface Shown {
  /** Canonical, as are the quantity and where the register ends. */
  readonly value: number;
  readonly quantity: number | undefined;
  readonly end: number | undefined;
  readonly isEstimated: boolean;
  readonly isReset: boolean;
}

const distinct = <T>(values: readonly (T | null | undefined)[]): readonly T[] => [
  ...new Set(values.flatMap((value) => value ?? [])),
];

/**
 * The readings of one moment and meter: one if they agree, an empty list without any, `undefined` if they contradict
 * each other.
 */
function together(
  readings: readonly Reading[],
  isReset: boolean,
  of: (value: number, reading: Reading) => number,
): readonly Shown[] | undefined {
  const own = readings.filter(({ meterReset }) => (meterReset === true) === isReset);
  const values = distinct(own.map((reading) => of(reading.value, reading)));
  const quantities = distinct(own.map((one) => (typeof one.quantity === 'number' ? of(one.quantity, one) : null)));
  const ends = distinct(
    own.map((one) => (typeof one.registerDigits === 'number' ? of(10 ** one.registerDigits, one) : null)),
  );
  if ([values, quantities, ends].some((found) => found.length > 1)) return undefined;
  // The greatest identifier decides which type counts.
  const last = own.toSorted((a, b) => (a._id < b._id ? -1 : 1)).at(-1);
  const [value] = values;
  if (value === undefined) return [];
  return [{ value, quantity: quantities[0], end: ends[0], isEstimated: last?.type === 'E', isReset }];
}

/** The use between two that follow each other; undefined when it is not known. */
function used(a: Shown, b: Shown): number | undefined {
  if (b.quantity !== undefined) return b.quantity;
  if (b.isReset) return b.value < 0 ? undefined : b.value;
  if (b.value >= a.value) return b.value - a.value;
  const end = b.end ?? a.end;
  if (end === undefined) return undefined;
  const over = end - a.value + b.value;
  return over < 0 ? undefined : over;
}

/** The readings of moments in a row: whether those in the middle are away from the first and the last, and nothing says why. */
function isGlitch(row: readonly (readonly Shown[])[]): boolean {
  const [first, last] = [row.at(0)?.at(-1), row.at(-1)?.at(0)];
  const middle = row.slice(1, -1);
  if (!first || !last || last.value < first.value || middle.some((moment) => moment.length !== 1)) return false;
  const wrong = middle.flat();
  if ([...wrong, last].some(({ isReset, quantity }) => isReset || quantity !== undefined)) return false;
  const rise = last.value - first.value;
  const isZero = first.value > 0 && wrong.every(({ value }) => value === 0);
  const isBelow = isZero || wrong.every(({ value }) => first.value - value > rise);
  const isAbove = wrong.every(({ value }) => value - last.value > rise);
  return (
    (isBelow || isAbove) &&
    wrong.every((one) => {
      const away = isBelow ? first.value - one.value : one.value - last.value;
      // The nearest of them is further away than any two are apart.
      return wrong.every((x) => wrong.every((y) => x.value - y.value < away));
    })
  );
}

/** The registers of an account; `onlyHalfHourly` for the source reading-hh. */
export function registers(
  readings: readonly Reading[],
  account: Account,
  onlyHalfHourly: boolean,
  settings: Settings,
): readonly Register[] {
  if (account.type === 'temperature') return [];
  const own = readings.filter(
    ({ accountId, isHalfHourly }) => accountId === account._id && (!onlyHalfHourly || isHalfHourly === true),
  );
  const of = (value: number, { units }: Reading): number => canonical(value, units, account, settings);
  return distinct(own.map(({ registerId }) => registerId ?? '')).map((name) => {
    const series = own.filter(({ registerId }) => (registerId ?? '') === name);
    const moments = distinct(series.map(({ submittedAt }) => instant(submittedAt))).toSorted((a, b) => a - b);
    const shown = moments.map((moment) => {
      const now = series.filter(({ submittedAt }) => instant(submittedAt) === moment);
      const [plain, resets] = [together(now, false, of), together(now, true, of)];
      // Of an exchange, the old meter ends what was and the new one begins what comes.
      return plain && resets ? [...plain, ...resets] : [];
    });
    const glitches = moments.flatMap((from, index) =>
      [2, 3, 4].flatMap((more) => {
        const to = moments[index + more];
        return to !== undefined && isGlitch(shown.slice(index, index + more + 1)) ? [{ from, to }] : [];
      }),
    );
    const spans: Span[] = [];
    for (let index = 1; index < moments.length; index += 1) {
      const [a, b] = [shown[index - 1]?.at(-1), shown[index]?.at(0)];
      const quantity = a && b && used(a, b);
      if (!a || !b || quantity === undefined) continue;
      const [from = 0, to = 0] = moments.slice(index - 1, index + 1);
      if (glitches.some((glitch) => glitch.from <= from && to <= glitch.to)) continue;
      spans.push({ from, to, quantity, estimated: a.isEstimated || b.isEstimated ? quantity : 0 });
    }
    return { from: moments[0] ?? 0, to: moments.at(-1) ?? 0, spans, glitches };
  });
}
