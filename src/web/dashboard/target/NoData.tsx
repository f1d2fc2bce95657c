import type { ReactElement } from 'react';
import { formatPeriod } from '../format/periods.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { DataYears } from './DataYears.js';

/** Replaces all figures of a period without data and links to the years that have data. */
export function NoData(): ReactElement {
  const { period, variables } = useScene();
  const { figures: words, types } = texts();
  const typeNames = variables.types.map((type) => types[type]);
  return (
    <div className="card nothing" role="status">
      <p>{words.noDataOf(typeNames, formatPeriod(period))}</p>
      <DataYears />
    </div>
  );
}
