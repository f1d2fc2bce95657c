import { chargeOf } from '../usage/units.js';

/** A rate line of an invoice, as it is stored. */
export interface RateLine {
  readonly rateName: string | null;
  readonly consumption: number | null;
  readonly cost: number | null;
  readonly units: string | null;
}

/** A line and the part of its invoice that counts. */
export interface SpreadLine {
  readonly line: RateLine;
  readonly share: number;
}

/** Rate lines of one name or kind together. */
export interface Rate {
  readonly consumption: number | null;
  /** Null where the lines are in different currencies, as is what is made of it. */
  readonly cost: number | null;
  readonly unitRate: number | null;
  readonly units: string | null;
}

export interface Rates {
  readonly byName: Readonly<Record<string, Rate>>;
  readonly byType: Readonly<Record<string, Rate>>;
}

/**
 * The lines together, by name and by what they charge for (figures 5).
 * @param isOfOneCurrency whether their costs can be added up
 */
export function ratesOf(lines: readonly SpreadLine[], isOfOneCurrency = true): Rates {
  return {
    byName: together(lines, (line) => line.rateName ?? '', isOfOneCurrency),
    byType: together(lines, (line) => chargeOf(line.units), isOfOneCurrency),
  };
}

function together(
  lines: readonly SpreadLine[],
  key: (line: RateLine) => string,
  isOfOneCurrency: boolean,
): Record<string, Rate> {
  const groups = new Map<string, SpreadLine[]>();
  for (const spread of lines) {
    const own = groups.get(key(spread.line));
    if (own) own.push(spread);
    else groups.set(key(spread.line), [spread]);
  }
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, own]) => [name, rateOf(own, isOfOneCurrency)]));
}

function rateOf(lines: readonly SpreadLine[], isOfOneCurrency: boolean): Rate {
  const names = new Set(lines.map(({ line }) => line.units?.trim().toLowerCase() ?? ''));
  // An empty unit is none.
  const units = names.size === 1 && !names.has('') ? (lines[0]?.line.units ?? null) : null;
  const cost = isOfOneCurrency ? lines.reduce((sum, { line, share }) => sum + (line.cost ?? 0) * share, 0) : null;
  const consumption =
    units === null ? null : lines.reduce((sum, { line, share }) => sum + (line.consumption ?? 0) * share, 0);
  const unitRate = cost === null || consumption === null || consumption === 0 ? null : cost / consumption;
  return { consumption, cost, unitRate, units };
}
