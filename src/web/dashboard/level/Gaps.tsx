import type { ReactElement } from 'react';
import { formatNumber } from '../format/numbers.js';
import { periodInWords } from '../format/periods.js';
import { Figure } from '../parts/Figure.js';
import { useScene } from '../state/scene.js';
import type { Demand } from './DemandFacts.js';

const HOUR_MS = 3_600_000;

/** Each time without data, the longest first. */
export function Gaps({
  demand,
  names,
}: {
  readonly demand: Demand;
  readonly names: ReadonlyMap<string, string>;
}): ReactElement {
  const { period } = useScene();
  const gaps = demand?.gaps ?? [];
  if (gaps.length === 0) return <p className="empty">{`There is no gap in ${periodInWords(period)}.`}</p>;
  const hours = gaps.map(({ startDate, endDate }) => (Date.parse(endDate) - Date.parse(startDate)) / HOUR_MS);
  const sum = hours.reduce((all, length) => all + length, 0);
  return (
    <>
      <Figure
        name="Gaps"
        table={{
          columns: [
            { name: 'Account', as: 'text' },
            { name: 'From', as: 'moment' },
            { name: 'Until', as: 'moment' },
            { name: 'Length', unit: 'hours', as: 'number', digits: 1 },
          ],
          rows: gaps.map(({ accountId, startDate, endDate }, index) => ({
            id: `${accountId} ${startDate}`,
            to: { account: accountId },
            cells: [names.get(accountId) ?? accountId, startDate, endDate, hours[index] ?? null],
          })),
        }}
        order={{ column: 3, descending: true }}
      />
      <p className="about">{`${formatNumber(sum, 1)} hours in all, over the accounts.`}</p>
    </>
  );
}
