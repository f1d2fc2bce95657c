import type { ReactElement } from 'react';
import { useBillCheck } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { texts } from '../texts/texts.js';
import { useBill } from './useBill.js';

/** Shows the rate lines of a bill. The check adds the cost that each line should have. */
export function RateLines({ bill: id }: { readonly bill: string }): ReactElement {
  const { columns, bill: words, records } = texts();
  const query = useBill(id);
  // The check has the same lines as the bill, in the same order.
  const checked = useBillCheck({ id }).data?.invoice?.check?.lines.lines ?? [];
  return (
    <Card title={words.lines} about={words.linesAbout} wide>
      <Answer query={query}>
        {({ invoice }) =>
          invoice === null || invoice.rates.length === 0 ? (
            <p className="empty">{words.noLines}</p>
          ) : (
            <Figure
              name={words.lines}
              table={{
                columns: [
                  { name: words.line, as: 'text' },
                  { name: records.units, as: 'number', digits: 3 },
                  { name: columns.in, as: 'unit' },
                  { name: words.rate, as: 'number', digits: 6 },
                  { name: columns.cost, as: 'money' },
                  { name: words.expected, as: 'money' },
                  { name: words.result, as: 'text' },
                ],
                rows: invoice.rates.map((line, index) => {
                  const check = checked[index];
                  return {
                    id: String(index),
                    currency: invoice.currency,
                    cells: [
                      line.rateName ?? words.noName,
                      line.consumption,
                      line.units,
                      line.unitRate,
                      line.cost,
                      check?.expected ?? null,
                      check === undefined ? null : words.results[check.result],
                    ],
                  };
                }),
              }}
            />
          )
        }
      </Answer>
    </Card>
  );
}
