import { createContext, useContext } from 'react';
import { countDays } from '../format/days.js';
import { parsePeriod, rangeOf, type Period } from '../format/periods.js';
import type { Granularity, UtilityType } from '../generated/operations.js';
import type { Address } from '../route/address.js';
import { texts } from '../texts/texts.js';
import { billsOf, type BillsParams } from './bills.js';
import { inYears, type Catalogue } from './catalogue.js';
import { comparisonOf, type Comparison } from './comparison.js';
import { mergeYears } from './dataYears.js';
import { daysUpTo, LAST_DAYS, lastDaysId, lastDaysOf } from './lastDays.js';
import { findingsOf, type FindingsParams } from './findings.js';
import { sitesOf, type SitesParams } from './sites.js';

/** The measures of the bars. */
export const MEASURES = ['consumption', 'emissions', 'cost'] as const;
export type Measure = (typeof MEASURES)[number];

/** The lengths of a bar, with their granularity in the API. */
export const STEPS = { day: 'daily', week: 'weekly', month: 'monthly' } as const;
export type Step = keyof typeof STEPS;
/** Periods of up to this many days default to daily bars. */
const BY_DAY_UP_TO = 62;

/** Variables that the queries of all views share. */
export interface QueryVariables {
  readonly startDate: string;
  readonly endDate: string;
  readonly startBefore: string;
  readonly endBefore: string;
  readonly granularity: Granularity;
  readonly types: readonly UtilityType[];
}

/** The state of a view: the URL parsed against the catalogue. */
export interface Scene {
  readonly address: Address;
  readonly catalogue: Catalogue;
  readonly period: Period;
  readonly comparison: Comparison;
  /** Length of a bar. */
  readonly step: Step;
  readonly measure: Measure;
  readonly variables: QueryVariables;
  /** Null for a view other than the sites. */
  readonly sites: SitesParams | null;
  /** Null for a view other than the findings. */
  readonly findings: FindingsParams | null;
  /** Null for a view other than the list of bills. */
  readonly bills: BillsParams | null;
}

/**
 * Parses a URL against the catalogue.
 * @param lastDay the last day with data, for periods such as `last-7-days`; null falls back to the end of the last year
 * with data
 * @throws Error with a sentence for the user if the period, comparison, step, type or measure is not valid
 */
export function sceneOf(address: Address, catalogue: Catalogue, lastDay: string | null = null): Scene {
  const period = requestedPeriod(address.period, catalogue, lastDay);
  const measure = MEASURES.find((name) => name === (address.measure ?? 'consumption'));
  if (measure === undefined) throw new Error(texts().wrong.measure(address.measure ?? '', MEASURES));
  const step = stepOf(address.by, period);
  const comparison = comparisonOf(address.compare, period);
  const { startDate: startBefore, endDate: endBefore } = rangeOf(comparison.period, catalogue.endIsIncluded);
  const range = rangeOf(period, catalogue.endIsIncluded);
  const types = typesOf(address.type, catalogue);
  const variables = { ...range, startBefore, endBefore, granularity: STEPS[step], types } as const;
  const [sites, findings, bills] = [sitesOf(address), findingsOf(address), billsOf(address, period)];
  return { address, catalogue, period, comparison, step, measure, variables, sites, findings, bills };
}

function requestedPeriod(text: string | null, { years, defaultYear }: Catalogue, lastDay: string | null): Period {
  const days = lastDaysOf(text);
  if (days !== null) return daysUpTo(lastDay ?? `${years[0]?.year ?? defaultYear}-12-31`, days);
  const period = parsePeriod(text ?? String(defaultYear));
  if (period !== null) return period;
  const { period: wrong, periodForms } = texts().wrong;
  throw new Error(wrong(text ?? '', periodForms, LAST_DAYS.map(lastDaysId)));
}

/**
 * Parses the length of a bar; null means the default for the period.
 * @throws Error with a sentence for the user for any other text
 */
export function stepOf(text: string | null, { from, to }: Period): Step {
  if (text === null) return countDays(from, to) <= BY_DAY_UP_TO ? 'day' : 'month';
  const steps = ['day', 'week', 'month'] as const;
  const step = steps.find((name) => name === text);
  if (step === undefined) throw new Error(texts().wrong.step(text, steps));
  return step;
}

/**
 * Returns the scene of the portfolio, with the years that have data of the chosen types.
 * @throws Error for the same reasons as `sceneOf`
 */
export function portfolioScene(address: Address, catalogue: Catalogue): Scene {
  const types = typesOf(address.type, catalogue);
  const yearsByType = catalogue.types.filter(({ type }) => types.includes(type)).map(({ years }) => years);
  return sceneOf(address, inYears(catalogue, mergeYears(yearsByType)));
}

/**
 * Returns the chosen type. Without a choice it returns all types in kWh, because only these can be added up. Without
 * any of those it returns the first type.
 */
function typesOf(text: string | null, { types }: Catalogue): readonly UtilityType[] {
  if (text === null) {
    const energy = types.filter(({ units }) => units === 'kWh');
    return (energy.length > 0 ? energy : types.slice(0, 1)).map(({ type }) => type);
  }
  const match = types.find(({ type }) => type === text);
  if (match === undefined) {
    const names = types.map(({ type }) => type);
    throw new Error(texts().wrong.type(text, names));
  }
  return [match.type];
}

export const SceneContext = createContext<Scene | null>(null);

/**
 * Returns the scene of the nearest provider.
 * @throws Error if there is no provider
 */
export function useScene(): Scene {
  const scene = useContext(SceneContext);
  if (scene === null) throw new Error('There is no scene above this component.');
  return scene;
}
