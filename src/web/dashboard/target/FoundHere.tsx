import type { ReactElement } from 'react';
import { chartsOf } from '../findings/chartsOf.js';
import { periodInWords } from '../format/periods.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { kindInWords } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { useFoundIn } from './useFoundIn.js';

/** Lists the open findings that the heat map outlines. Renders nothing without findings. */
export function FoundHere(): ReactElement | null {
  const { period } = useScene();
  const { found, more } = useFoundIn();
  if (found.length === 0) return null;
  const { columns, findings } = texts();
  return (
    <Card title={columns.openFindings} about={findings.here(periodInWords(period), more)} wide>
      <Figure
        name={columns.openFindings}
        table={{
          columns: [
            { name: columns.found, as: 'text', isSaid: true },
            { name: columns.severity, as: 'text' },
            { name: columns.kind, as: 'text' },
            { name: columns.from, as: 'moment' },
            { name: columns.to, as: 'moment' },
          ],
          rows: found.map((one) => ({
            id: one._id,
            to: chartsOf(one),
            cells: [one.message, findings.severities[one.severity], kindInWords(one.kind), one.startDate, one.endDate],
          })),
        }}
      />
    </Card>
  );
}
