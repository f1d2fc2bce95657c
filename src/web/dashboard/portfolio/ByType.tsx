import type { ReactElement } from 'react';
import { formatUnitCost } from '../format/money.js';
import { periodInWords } from '../format/periods.js';
import { capital, KG } from '../format/words.js';
import { coverageOf, total, unitOf, type Level } from '../level/compared.js';
import type { OfType } from '../level/ByMonth.js';
import { Answer, type Question } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** Compares the utility types in a table, each in its own unit. */
export function ByType({ question }: { readonly question: Question<readonly OfType[]> }): ReactElement {
  const { comparison } = useScene();
  const { columns, portfolio: words, types: typeWords } = texts();
  const than = periodInWords(comparison.period);
  const isCompared = comparison.kind !== 'none';
  const tableOf = (types: readonly OfType[]): Table => ({
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
    rows: types.map(({ type, level }) => ({
      id: type,
      to: { type },
      currency: level.billed?.currency,
      cells: [
        capital(typeWords[type]),
        total(level, 'consumption', 'now'),
        unitOf(level, 'consumption'),
        total(level, 'emissions', 'now'),
        total(level, 'cost', 'now'),
        unitCostOf(level),
        level.now?.coverage ?? null,
        level.now?.accountCount ?? null,
        ...(isCompared ? [total(level, 'consumption', 'before'), coverageOf(level, 'consumption', 'before')] : []),
      ],
    })),
  });
  return (
    <Card title={words.byType} about={words.byTypeAbout} wide>
      <Answer to={question}>{(types) => <Figure name={words.byTypeFigure} table={tableOf(types)} />}</Answer>
    </Card>
  );
}

function unitCostOf({ billed }: Level): string | null {
  const { unitCost = null, currency, units } = billed ?? {};
  return unitCost === null ? null : formatUnitCost(unitCost, currency, units ?? texts().units.unit);
}
