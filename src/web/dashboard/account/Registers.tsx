import type { ReactElement } from 'react';
import { count } from '../format/words.js';
import { useReads, type ReadsQuery } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import type { TableRow } from '../parts/table.js';

/** The registers that an account's newest readings are of, each with its last reading. */
export function Registers({ account }: { readonly account: string }): ReactElement {
  const reads = useReads({ accounts: [account] });
  return (
    <Card title="Registers" about="Those of the newest readings, with the last of each; read in UTC.">
      <Answer to={reads}>
        {({ readings }) => {
          const rows = registersOf(readings?.data ?? []);
          return rows.length === 0 ? (
            <p className="empty">There are no readings, so no registers.</p>
          ) : (
            <>
              <Figure
                name="Registers"
                table={{
                  columns: [
                    { name: 'Register', as: 'text' },
                    { name: 'Last reading', as: 'number', digits: 3 },
                    { name: 'In', as: 'text' },
                    { name: 'Read', as: 'moment' },
                  ],
                  rows,
                }}
              />
              <p className="about">{count(rows.length, 'register')}</p>
            </>
          );
        }}
      </Answer>
    </Card>
  );
}

/** The first, so the newest, reading of each register; readings without one are of the meter's only register. */
function registersOf(readings: NonNullable<ReadsQuery['readings']>['data']): readonly TableRow[] {
  const found = new Map<string, TableRow>();
  for (const { registerId, name, value, units, submittedAt } of readings) {
    const id = registerId ?? '';
    if (found.has(id)) continue;
    found.set(id, { id, cells: [name ?? registerId ?? 'The only one', value, units, submittedAt] });
  }
  return [...found.values()];
}
