import type { ReactElement } from 'react';
import { periodInWords, timeBefore, yearBefore } from '../format/periods.js';
import { useScene } from '../state/scene.js';
import { Choice } from './Choice.js';
import { Days } from './Days.js';

/** What the time that is shown is compared with. */
export function CompareFilter({ change }: { readonly change: (compare: string | null) => void }): ReactElement {
  const { period, comparison } = useScene();
  const { kind, period: earlier } = comparison;
  const choose = (chosen: string): void => {
    if (chosen === 'year') change(null);
    else if (chosen === 'other') change(`${earlier.from}..${earlier.to}`);
    else change(chosen);
  };
  return (
    <>
      <Choice
        name="Compare with"
        value={kind}
        options={[
          { value: 'year', words: `Year before: ${periodInWords(yearBefore(period))}` },
          { value: 'previous', words: `Time before: ${periodInWords(timeBefore(period))}` },
          { value: 'other', words: kind === 'other' ? `Other: ${periodInWords(earlier)}` : 'Other…' },
          { value: 'none', words: 'Nothing' },
        ]}
        choose={choose}
      />
      {kind === 'other' && <Days name="Compare" period={earlier} choose={change} />}
    </>
  );
}
