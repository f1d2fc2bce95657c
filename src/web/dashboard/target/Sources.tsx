import { useMemo, type ReactElement } from 'react';
import type { Colours } from '../charts/colours.js';
import { drawMonths } from '../charts/drawMonths.js';
import { formatPeriod } from '../format/periods.js';
import { capital } from '../format/words.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { KINDS } from '../state/dataYears.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import type { Demand } from './DemandFacts.js';

/** Shows the consumption of each period by the kind of record that it comes from. */
export function Sources({ demand }: { readonly demand: Demand }): ReactElement {
  const { period, step } = useScene();
  const unit = demand?.units ?? '';
  const { draw, table, usedKinds } = useMemo(() => {
    const { sources, steps } = texts();
    const data = demand?.data ?? [];
    const usedKinds = KINDS.filter((kind) => data.some(({ combinedBreakdown }) => combinedBreakdown[kind]));
    const dates = data.map(({ date }) => date);
    const stacks = usedKinds.map((kind) => ({
      name: sources[kind],
      values: data.map(({ combinedBreakdown }) => combinedBreakdown[kind]),
      colour: (colours: Colours) => colours.sources[kind],
    }));
    const table: Table = {
      columns: [
        { name: capital(steps[step]), as: 'label' },
        ...stacks.map(({ name }) => ({ name, unit, as: 'number', digits: 1 }) as const),
      ],
      rows: dates.map((date, index) => ({
        id: date,
        cells: [date, ...stacks.map(({ values }) => values[index] ?? null)],
      })),
    };
    const draw = drawMonths({ dates, unit, stacks });
    return { draw, table, usedKinds };
  }, [demand, unit, step]);
  const { figures: words, sources } = texts();
  if (usedKinds.length === 0) return <p className="empty">{words.noData(formatPeriod(period))}</p>;
  return (
    <Figure
      name={words.sources}
      alt={words.sourcesAlt(usedKinds.map((kind) => sources[kind]))}
      draw={draw}
      table={table}
    />
  );
}
