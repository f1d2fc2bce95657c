import type { ReactElement } from 'react';
import { useInfiniteReads } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { More } from '../parts/More.js';

/** The register readings of some accounts, the newest first, of any time. */
export function Reads({
  accounts,
  names,
}: {
  readonly accounts: readonly string[];
  /** What accounts are called. */
  readonly names: ReadonlyMap<string, string>;
}): ReactElement {
  const reads = useInfiniteReads({ accounts }, { enabled: accounts.length > 0 });
  return (
    <Card title="Readings" about="Of every register, the newest first, of any time; read in UTC." wide>
      <Answer to={reads}>
        {({ total, rows }) =>
          total === 0 ? (
            <p className="empty">There are no readings.</p>
          ) : (
            <>
              <Figure
                name="Readings"
                table={{
                  columns: [
                    { name: 'Read', as: 'moment' },
                    { name: 'Value', as: 'number', digits: 3 },
                    { name: 'In', as: 'text' },
                    { name: 'Type', as: 'text' },
                    { name: 'Register', as: 'text' },
                    { name: 'Account', as: 'text' },
                  ],
                  rows: rows.map(({ _id, submittedAt, value, units, type, name, registerId, accountId }) => ({
                    id: _id,
                    cells: [submittedAt, value, units, type, name ?? registerId, names.get(accountId) ?? accountId],
                  })),
                }}
              />
              <More list={reads} shown={rows.length} total={total} />
            </>
          )
        }
      </Answer>
    </Card>
  );
}
