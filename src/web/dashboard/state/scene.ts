import { createContext, useContext } from 'react';
import { countDays } from '../format/days.js';
import { parsePeriod, rangeOf, type Period } from '../format/periods.js';
import type { Granularity, UtilityType } from '../generated/operations.js';
import type { Address } from '../route/address.js';
import { texts } from '../texts/texts.js';
import { inYears, type Catalogue } from './catalogue.js';
import { comparisonOf, type Comparison } from './comparison.js';
import { mergeYears } from './dataYears.js';
import { daysUpTo, LAST_DAYS, lastDaysId, lastDaysOf } from './lastDays.js';
import { findingsOf, type FindingsAsked } from './findings.js';
import { sitesOf, type SitesAsked } from './sites.js';

/** What the bars by month can show. */
export const MEASURES = ['consumption', 'emissions', 'cost'] as const;
export type Measure = (typeof MEASURES)[number];

/** What each bar is of, with the granularity that the service calls it. */
export const STEPS = { day: 'daily', week: 'weekly', month: 'monthly' } as const;
export type Step = keyof typeof STEPS;
/** Periods of at most so many days are shown by day, unless the address says otherwise. */
const BY_DAY_UP_TO = 62;

/** The variables that the questions of every view have in common. */
export interface Asked {
  readonly startDate: string;
  readonly endDate: string;
  readonly startBefore: string;
  readonly endBefore: string;
  readonly granularity: Granularity;
  readonly types: readonly UtilityType[];
}

/** The address, read by what there is. */
export interface Scene {
  readonly address: Address;
  readonly catalogue: Catalogue;
  readonly period: Period;
  readonly comparison: Comparison;
  /** What bars are of. */
  readonly step: Step;
  readonly measure: Measure;
  readonly asked: Asked;
  /** Null: another view than that of the sites is looked at. */
  readonly sites: SitesAsked | null;
  /** Null: another view than that of the findings is looked at. */
  readonly findings: FindingsAsked | null;
}

/**
 * @param lastDay the last day with data, that the last days end with; null: not known, so the end of the last year
 * @throws Error in a sentence when the address asks for a period, comparison, step, type or measure that there is none of
 */
export function sceneOf(address: Address, catalogue: Catalogue, lastDay: string | null = null): Scene {
  const period = wantedPeriod(address.period, catalogue, lastDay);
  const measure = MEASURES.find((known) => known === (address.measure ?? 'consumption'));
  if (measure === undefined) throw new Error(texts().wrong.measure(address.measure ?? '', MEASURES));
  const step = stepOf(address.by, period);
  const comparison = comparisonOf(address.compare, period);
  const { startDate: startBefore, endDate: endBefore } = rangeOf(comparison.period, catalogue.endIsIncluded);
  const range = rangeOf(period, catalogue.endIsIncluded);
  const types = typesOf(address.type, catalogue);
  const asked = { ...range, startBefore, endBefore, granularity: STEPS[step], types } as const;
  const [sites, findings] = [sitesOf(address), findingsOf(address)];
  return { address, catalogue, period, comparison, step, measure, asked, sites, findings };
}

function wantedPeriod(wanted: string | null, { years, lastFull }: Catalogue, lastDay: string | null): Period {
  const days = lastDaysOf(wanted);
  if (days !== null) return daysUpTo(lastDay ?? `${years[0]?.year ?? lastFull}-12-31`, days);
  const period = parsePeriod(wanted ?? String(lastFull));
  if (period !== null) return period;
  const { period: wrong, periodForms } = texts().wrong;
  throw new Error(wrong(wanted ?? '', periodForms, LAST_DAYS.map(lastDaysId)));
}

/** What bars of a period are of. */
export function stepOf(wanted: string | null, { from, to }: Period): Step {
  if (wanted === null) return countDays(from, to) <= BY_DAY_UP_TO ? 'day' : 'month';
  const steps = ['day', 'week', 'month'] as const;
  const step = steps.find((known) => known === wanted);
  if (step === undefined) throw new Error(texts().wrong.step(wanted, steps));
  return step;
}

/**
 * The scene of all that the key may see: its years are those of the types that are looked at.
 * @throws Error as `sceneOf`
 */
export function wholeScene(address: Address, catalogue: Catalogue): Scene {
  const types = typesOf(address.type, catalogue);
  const own = catalogue.types.filter(({ type }) => types.includes(type)).map(({ years }) => years);
  return sceneOf(address, inYears(catalogue, mergeYears(own)));
}

/** One type, or all that are in kWh, as only those can be added up; without any of those, the first that there is. */
function typesOf(wanted: string | null, { types }: Catalogue): readonly UtilityType[] {
  if (wanted === null) {
    const energy = types.filter(({ units }) => units === 'kWh');
    return (energy.length > 0 ? energy : types.slice(0, 1)).map(({ type }) => type);
  }
  const found = types.find(({ type }) => type === wanted);
  if (found === undefined) {
    const known = types.map(({ type }) => type);
    throw new Error(texts().wrong.type(wanted, known));
  }
  return [found.type];
}

export const SceneContext = createContext<Scene | null>(null);

/**
 * The scene of the nearest provider.
 * @throws Error when there is none
 */
export function useScene(): Scene {
  const scene = useContext(SceneContext);
  if (scene === null) throw new Error('There is no scene above this component.');
  return scene;
}
