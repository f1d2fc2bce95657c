import { createContext, useContext } from 'react';
import { countDays } from '../format/days.js';
import { parsePeriod, PERIOD_FORMS, rangeOf, type Period } from '../format/periods.js';
import { inWords } from '../format/words.js';
import type { Granularity, UtilityType } from '../generated/operations.js';
import type { Address } from '../route/address.js';
import type { Catalogue } from './catalogue.js';
import { comparisonOf, type Comparison } from './comparison.js';

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
}

/**
 * @throws Error in a sentence when the address asks for a period, type or measure that there is none of
 */
export function sceneOf(address: Address, catalogue: Catalogue): Scene {
  const period = parsePeriod(address.period ?? String(catalogue.lastFull));
  if (period === null) {
    throw new Error(`The address asks for the period “${address.period ?? ''}”, but ${PERIOD_FORMS}.`);
  }
  const measure = MEASURES.find((known) => known === (address.measure ?? 'consumption'));
  if (measure === undefined) {
    throw new Error(`The address asks for the measure “${address.measure ?? ''}”; there are ${inWords(MEASURES)}.`);
  }
  const step = stepOf(address.by, period);
  const comparison = comparisonOf(address.compare, period);
  const { startDate: startBefore, endDate: endBefore } = rangeOf(comparison.period, catalogue.endIsIncluded);
  const range = rangeOf(period, catalogue.endIsIncluded);
  const types = typesOf(address.type, catalogue);
  const asked = { ...range, startBefore, endBefore, granularity: STEPS[step], types } as const;
  return { address, catalogue, period, comparison, step, measure, asked };
}

function stepOf(wanted: string | null, { from, to }: Period): Step {
  if (wanted === null) return countDays(from, to) <= BY_DAY_UP_TO ? 'day' : 'month';
  const steps = ['day', 'week', 'month'] as const;
  const step = steps.find((known) => known === wanted);
  if (step === undefined) throw new Error(`The address asks for bars by “${wanted}”; there are ${inWords(steps)}.`);
  return step;
}

/** One type, or all that are in kWh, as only those can be added up; without any of those, the first that there is. */
function typesOf(wanted: string | null, { types }: Catalogue): readonly UtilityType[] {
  if (wanted === null) {
    const energy = types.filter(({ units }) => units === 'kWh');
    return (energy.length > 0 ? energy : types.slice(0, 1)).map(({ type }) => type);
  }
  const found = types.find(({ type }) => type === wanted);
  if (found === undefined) {
    const there = types.length > 0 ? `there are ${inWords(types.map(({ type }) => type))}` : 'there are no accounts';
    throw new Error(`The address asks for the type “${wanted}”; with this key ${there}.`);
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
