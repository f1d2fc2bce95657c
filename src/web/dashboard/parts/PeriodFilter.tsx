import type { ReactElement } from 'react';
import { calendarOf, partsOfYear } from '../format/periods.js';
import { lastDaysId, lastDaysOf, LAST_DAYS } from '../state/lastDays.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { Choice } from './Choice.js';
import { Days } from './Days.js';

/** Chooses the period: a year or a part of it, the last days with data, or any two days. */
export function PeriodFilter({ change }: { readonly change: (period: string) => void }): ReactElement {
  const { address, catalogue, period } = useScene();
  const { year, part } = calendarOf(period) ?? { year: period.from.slice(0, 4), part: '' };
  const withData = catalogue.years.map((entry) => entry.year);
  const years = [...new Set([...withData, Number(year)])].toSorted((one, other) => other - one);
  const last = lastDaysOf(address.period);
  const areDays = address.period?.includes('..') === true;
  const words = texts().filters;
  const choose = (kind: string): void => {
    if (kind === 'calendar') change(year);
    else if (kind === 'days') change(`${period.from}..${period.to}`);
    else change(kind);
  };
  return (
    <>
      <Choice
        name={words.period}
        value={areDays ? 'days' : last === null ? 'calendar' : lastDaysId(last)}
        options={[
          { value: 'calendar', label: words.calendar },
          ...LAST_DAYS.map((days) => ({ value: lastDaysId(days), label: words.lastDays(days) })),
          { value: 'days', label: words.days },
        ]}
        choose={choose}
      />
      {areDays && <Days name={words.period} period={period} choose={change} />}
      {!areDays && last === null && (
        <>
          <Choice
            name={words.year}
            value={year}
            options={years.map((option) => ({
              value: String(option),
              label: withData.includes(option) ? String(option) : words.noData(option),
            }))}
            choose={(chosen) => {
              change(`${chosen}${part}`);
            }}
          />
          <Choice
            name={words.part}
            value={part}
            options={partsOfYear().map(({ suffix, name }) => ({ value: suffix, label: name }))}
            choose={(suffix) => {
              change(`${year}${suffix}`);
            }}
          />
        </>
      )}
    </>
  );
}
