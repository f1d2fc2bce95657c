import type { ReactElement } from 'react';
import { formatPeriod } from '../format/periods.js';
import { Figure } from '../parts/Figure.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import type { Demand } from './DemandFacts.js';

const HOUR_MS = 3_600_000;

/** Lists the gaps in the data, longest first. */
export function Gaps({
  demand,
  names,
}: {
  readonly demand: Demand;
  readonly names: ReadonlyMap<string, string>;
}): ReactElement {
  const { period } = useScene();
  const { columns, figures: words, units } = texts();
  const gaps = demand?.gaps ?? [];
  if (gaps.length === 0) return <p className="empty">{words.noGap(formatPeriod(period))}</p>;
  const hours = gaps.map(({ startDate, endDate }) => (Date.parse(endDate) - Date.parse(startDate)) / HOUR_MS);
  const sum = hours.reduce((all, length) => all + length, 0);
  return (
    <>
      <Figure
        name={words.gaps}
        table={{
          columns: [
            { name: columns.account, as: 'text' },
            { name: columns.from, as: 'moment' },
            { name: words.until, as: 'moment' },
            { name: words.length, unit: units.hours, as: 'number', digits: 1 },
          ],
          rows: gaps.map(({ accountId, startDate, endDate }, index) => ({
            id: `${accountId} ${startDate}`,
            to: { account: accountId },
            cells: [names.get(accountId) ?? accountId, startDate, endDate, hours[index] ?? null],
          })),
        }}
        order={{ column: 3, descending: true }}
      />
      <p className="about">{words.hoursInAll(sum)}</p>
    </>
  );
}
