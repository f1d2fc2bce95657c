import type { ReactElement } from 'react';
import { targetOf } from '../findings/target.js';
import { periodInWords } from '../format/periods.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { kindInWords } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { useFoundIn } from './useFoundIn.js';

/** The open findings of the period, which the heat map has outlined; nothing where there is none. */
export function FoundHere(): ReactElement | null {
  const { period } = useScene();
  const found = useFoundIn();
  if (found.length === 0) return null;
  return (
    <Card title="Open findings" about={`What needs a person in ${periodInWords(period)}.`} wide>
      <Figure
        name="Open findings"
        table={{
          columns: [
            { name: 'What was found', as: 'text' },
            { name: 'Severity', as: 'text' },
            { name: 'Kind', as: 'text' },
            { name: 'From', as: 'moment' },
            { name: 'To', as: 'moment' },
          ],
          rows: found.map((one) => ({
            id: one._id,
            to: targetOf(one),
            cells: [one.message, one.severity, kindInWords(one.kind), one.startDate, one.endDate],
          })),
        }}
      />
    </Card>
  );
}
