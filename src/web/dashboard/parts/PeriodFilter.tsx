import type { ReactElement } from 'react';
import { calendarOf, PARTS } from '../format/periods.js';
import { lastDaysId, lastDaysOf, LAST_DAYS } from '../state/lastDays.js';
import { useScene } from '../state/scene.js';
import { Choice } from './Choice.js';
import { Days } from './Days.js';

/** The time that is shown: a year or a part of it, the last days with data, or any days. */
export function PeriodFilter({ change }: { readonly change: (period: string) => void }): ReactElement {
  const { address, catalogue, period } = useScene();
  const { year, part } = calendarOf(period) ?? { year: period.from.slice(0, 4), part: '' };
  const withData = catalogue.years.map((known) => known.year);
  const years = [...new Set([...withData, Number(year)])].toSorted((one, other) => other - one);
  const last = lastDaysOf(address.period);
  const areDays = address.period?.includes('..') === true;
  const choose = (kind: string): void => {
    if (kind === 'calendar') change(year);
    else if (kind === 'days') change(`${period.from}..${period.to}`);
    else change(kind);
  };
  return (
    <>
      <Choice
        name="Period"
        value={areDays ? 'days' : last === null ? 'calendar' : lastDaysId(last)}
        options={[
          { value: 'calendar', words: 'Year or part of it' },
          ...LAST_DAYS.map((days) => ({ value: lastDaysId(days), words: `Last ${days} days with data` })),
          { value: 'days', words: 'From – to' },
        ]}
        choose={choose}
      />
      {areDays && <Days name="Period" period={period} choose={change} />}
      {!areDays && last === null && (
        <>
          <Choice
            name="Year"
            value={year}
            options={years.map((known) => ({
              value: String(known),
              words: withData.includes(known) ? String(known) : `${known}: no data`,
            }))}
            choose={(chosen) => {
              change(`${chosen}${part}`);
            }}
          />
          <Choice
            name="Part"
            value={part}
            options={PARTS.map(({ suffix, words }) => ({ value: suffix, words }))}
            choose={(suffix) => {
              change(`${year}${suffix}`);
            }}
          />
        </>
      )}
    </>
  );
}
