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

/** Every type that there is beside the others, each in its own unit. */
export function ByType({ question }: { readonly question: Question<readonly OfType[]> }): ReactElement {
  const { comparison } = useScene();
  const than = periodInWords(comparison.period);
  const isCompared = comparison.kind !== 'none';
  const tableOf = (types: readonly OfType[]): Table => ({
    columns: [
      { name: 'Type', as: 'text' },
      { name: 'Consumption', as: 'number' },
      { name: 'Unit', as: 'text' },
      { name: 'Emissions', unit: KG, as: 'number' },
      { name: 'Cost', as: 'money' },
      { name: 'Cost per unit', as: 'text' },
      { name: 'Time with data', as: 'share' },
      { name: 'Accounts', as: 'number' },
      // No percentage: the two are not alike unless both have all of their data.
      ...(isCompared
        ? ([
            { name: `Consumption, ${than}`, as: 'number' },
            { name: `Time with data, ${than}`, as: 'share' },
          ] as const)
        : []),
    ],
    rows: types.map(({ type, level }) => ({
      id: type,
      to: { type },
      currency: level.billed?.currency,
      cells: [
        capital(type),
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
    <Card title="By type" about="Each in its own unit; a type leads to its view." wide>
      <Answer to={question}>{(types) => <Figure name="Figures by type" table={tableOf(types)} />}</Answer>
    </Card>
  );
}

function unitCostOf({ billed }: Level): string | null {
  const { unitCost = null, currency, units } = billed ?? {};
  return unitCost === null ? null : formatUnitCost(unitCost, currency, units ?? 'unit');
}
