import type { ReactElement } from 'react';
import { periodInWords } from '../format/periods.js';
import { inWords } from '../format/words.js';
import { useScene } from '../state/scene.js';
import { DataYears } from './DataYears.js';

/** Stands for all figures of a time that nothing is known of, and leads to the years that have data. */
export function NoData(): ReactElement {
  const { period, asked } = useScene();
  return (
    <div className="card nothing" role="status">
      <p>{`There is no data of ${inWords(asked.types)} in ${periodInWords(period)}.`}</p>
      <DataYears />
    </div>
  );
}
