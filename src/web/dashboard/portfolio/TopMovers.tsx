import type { ReactElement } from 'react';
import { formatPeriod, yearBefore } from '../format/periods.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { openFindingsPage } from '../route/pages.js';
import type { Figures } from '../target/figures.js';
import { texts } from '../texts/texts.js';
import { useMoverFindings } from './useMoverFindings.js';
import { MAX_COMPARED, useMovers, type Mover, type Movers } from './useMovers.js';

/** Shows the sites with the largest change of consumption from the same month of the year before. */
export function TopMovers({ figures }: { readonly figures: Figures }): ReactElement {
  const { month, movers, costs, withData } = useMovers(figures);
  const { bySite, more } = useMoverFindings(movers.data?.map(({ id }) => id) ?? [], month);
  const words = texts().portfolio.movers;
  const than = formatPeriod(yearBefore(month));
  const title = words.title(formatPeriod(month));
  return (
    <Card
      title={title}
      about={`${words.about(than, MAX_COMPARED, withData)}${bySite === null ? '' : words.findings(more)}`}
      wide
    >
      <Answer query={movers}>
        {(list) =>
          list.length === 0 ? (
            <p className="empty">{words.none(than)}</p>
          ) : (
            <Figure name={title} table={tableOf(list, costs, bySite, month.id)} />
          )
        }
      </Answer>
    </Card>
  );
}

/** @param findings number of open findings by site; null for a table without them */
function tableOf(
  movers: readonly Mover[],
  costs: Movers['costs'],
  findings: ReadonlyMap<string, number> | null,
  month: string,
): Table {
  const { columns, portfolio } = texts();
  const words = portfolio.movers;
  const unit = movers[0]?.units ?? '';
  return {
    columns: [
      { name: columns.building, as: 'text' },
      { name: words.change, unit, as: 'number' },
      { name: words.share, as: 'share' },
      { name: words.cost, as: 'money' },
      { name: columns.consumption, unit, as: 'number' },
      { name: words.before, unit, as: 'number' },
      { name: words.days, as: 'number' },
      ...(findings === null ? [] : [{ name: columns.openFindings, as: 'number', to: openFindingsPage } as const]),
    ],
    rows: movers.map(({ id, name, change, value, before, days }) => ({
      id,
      to: { building: id, period: month },
      currency: costs.get(id)?.currency,
      cells: [
        ...[name, change, before === 0 ? null : change / before, costs.get(id)?.change ?? null, value, before, days],
        ...(findings === null ? [] : [findings.get(id) ?? null]),
      ],
    })),
  };
}
