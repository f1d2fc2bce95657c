import type { ReactElement } from 'react';
import { formatUnitCost } from '../format/money.js';
import { formatPeriod } from '../format/periods.js';
import { capital, KG } from '../format/words.js';
import { coverageOf, total, unitOf, type Figures } from '../target/figures.js';
import type { TypeFigures } from '../target/ByMonth.js';
import { Answer, type QueryState } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** Compares the utility types in a table, each in its own unit. */
export function ByType({ query }: { readonly query: QueryState<readonly TypeFigures[]> }): ReactElement {
  const { comparison } = useScene();
  const { columns, portfolio: words, types: typeWords } = texts();
  const than = formatPeriod(comparison.period);
  const isCompared = comparison.kind !== 'none';
  const tableOf = (types: readonly TypeFigures[]): Table => ({
    columns: [
      { name: columns.type, as: 'text' },
      { name: columns.consumption, as: 'number' },
      { name: columns.unit, as: 'text' },
      { name: columns.emissions, unit: KG, as: 'number' },
      { name: columns.cost, as: 'money' },
      { name: words.costPerUnit, as: 'text' },
      { name: columns.timeWithData, as: 'share' },
      { name: words.accounts, as: 'number' },
      // Both periods as figures, without a percentage: they are comparable only if their data is complete.
      ...(isCompared
        ? ([
            { name: columns.then(columns.consumption, than), as: 'number' },
            { name: columns.then(columns.timeWithData, than), as: 'share' },
          ] as const)
        : []),
    ],
    rows: types.map(({ type, figures }) => ({
      id: type,
      to: { type },
      currency: figures.billed?.currency,
      cells: [
        capital(typeWords[type]),
        total(figures, 'consumption', 'now'),
        unitOf(figures, 'consumption'),
        total(figures, 'emissions', 'now'),
        total(figures, 'cost', 'now'),
        unitCostOf(figures),
        figures.now?.coverage ?? null,
        figures.now?.accountCount ?? null,
        ...(isCompared ? [total(figures, 'consumption', 'before'), coverageOf(figures, 'consumption', 'before')] : []),
      ],
    })),
  });
  return (
    <Card title={words.byType} about={words.byTypeAbout} wide>
      <Answer query={query}>{(types) => <Figure name={words.byTypeFigure} table={tableOf(types)} />}</Answer>
    </Card>
  );
}

function unitCostOf({ billed }: Figures): string | null {
  const { unitCost = null, currency, units } = billed ?? {};
  return unitCost === null ? null : formatUnitCost(unitCost, currency, units ?? texts().units.unit);
}
