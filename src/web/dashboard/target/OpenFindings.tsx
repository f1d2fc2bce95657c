import type { ReactElement } from 'react';
import { zoneOf } from '../findings/facts.js';
import { useSentence } from '../findings/useSentence.js';
import { formatPeriod } from '../format/periods.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { findingPage } from '../route/pages.js';
import { kindName } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { usePeriodFindings } from './usePeriodFindings.js';

/** Lists the open findings that the heat map outlines. Renders nothing without findings. */
export function OpenFindings(): ReactElement | null {
  const { period } = useScene();
  const { findings, more } = usePeriodFindings();
  const toSentence = useSentence();
  if (findings.length === 0) return null;
  const { columns, findings: words } = texts();
  return (
    <Card title={columns.openFindings} about={words.here(formatPeriod(period), more)} wide>
      <Figure
        name={columns.openFindings}
        table={{
          columns: [
            { name: columns.finding, as: 'text' },
            { name: columns.severity, as: 'text' },
            { name: columns.kind, as: 'text' },
            { name: columns.from, as: 'moment' },
            { name: columns.to, as: 'moment' },
          ],
          rows: findings.map((finding) => ({
            id: finding._id,
            timeZone: zoneOf(finding, finding),
            to: findingPage(finding._id),
            isFromService: toSentence(finding).isFromService,
            cells: [
              toSentence(finding).text,
              words.severities[finding.severity],
              kindName(finding.kind),
              finding.startDate,
              finding.endDate,
            ],
          })),
        }}
      />
    </Card>
  );
}
