import type { ReactElement } from 'react';
import { formatPeriod, timeBefore, yearBefore } from '../format/periods.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { Choice } from './Choice.js';
import { Days } from './Days.js';

/** Chooses the period that the current one is compared with. */
export function CompareFilter({ change }: { readonly change: (compare: string | null) => void }): ReactElement {
  const { period, comparison } = useScene();
  const { kind, period: earlier } = comparison;
  const { compare, compareWith, nothing, other, otherIs, timeBefore: before, yearBefore: lastYear } = texts().filters;
  const choose = (chosen: string): void => {
    if (chosen === 'year') change(null);
    else if (chosen === 'other') change(`${earlier.from}..${earlier.to}`);
    else change(chosen);
  };
  return (
    <>
      <Choice
        name={compareWith}
        value={kind}
        options={[
          { value: 'year', label: lastYear(formatPeriod(yearBefore(period))) },
          { value: 'previous', label: before(formatPeriod(timeBefore(period))) },
          { value: 'other', label: kind === 'other' ? otherIs(formatPeriod(earlier)) : other },
          { value: 'none', label: nothing },
        ]}
        choose={choose}
      />
      {kind === 'other' && <Days name={compare} period={earlier} choose={change} />}
    </>
  );
}
