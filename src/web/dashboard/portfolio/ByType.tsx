import type { ReactElement } from 'react';
import { periodInWords } from '../format/periods.js';
import { capital, KG } from '../format/words.js';
import { compare } from '../level/compared.js';
import type { OfType } from '../level/ByMonth.js';
import { Answer, type Question } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { useScene } from '../state/scene.js';

/** Every type that there is beside the others, each in its own unit. */
export function ByType({ question }: { readonly question: Question<readonly OfType[]> }): ReactElement {
  const { period } = useScene();
  const than = periodInWords(period, 1);
  const tableOf = (types: readonly OfType[]): Table => ({
    columns: [
      { name: 'Type', as: 'text' },
      { name: 'Consumption', as: 'number' },
      { name: 'Unit', as: 'text' },
      { name: `Consumption ${than}`, as: 'number' },
      { name: 'Emissions', unit: KG, as: 'number' },
      { name: 'Cost', as: 'number', digits: 2 },
      { name: 'Time with data', as: 'share' },
      { name: 'Accounts', as: 'number' },
    ],
    rows: types.map(({ type, level }) => {
      const consumption = compare(level, 'consumption', period);
      return {
        id: type,
        to: { type },
        cells: [
          capital(type),
          consumption.value,
          consumption.unit,
          consumption.before,
          compare(level, 'emissions', period).value,
          compare(level, 'cost', period).value,
          level.now?.coverage ?? null,
          level.now?.accountCount ?? null,
        ],
      };
    }),
  });
  return (
    <Card title="By type" about="Each in its own unit; a type leads to its view." wide>
      <Answer to={question}>{(types) => <Figure name="Figures by type" table={tableOf(types)} />}</Answer>
    </Card>
  );
}
