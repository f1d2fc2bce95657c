import type { ReactElement } from 'react';
import { useInfiniteReads } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { More } from '../parts/More.js';
import { texts } from '../texts/texts.js';

/** Lists the register readings of some accounts, newest first, regardless of the period. */
export function Reads({
  accounts,
  names,
}: {
  readonly accounts: readonly string[];
  /** Names of accounts by identifier. */
  readonly names: ReadonlyMap<string, string>;
}): ReactElement {
  const { columns, records } = texts();
  const reads = useInfiniteReads({ accounts }, { enabled: accounts.length > 0 });
  return (
    <Card title={records.readings} about={records.readingsAbout} wide>
      <Answer query={reads}>
        {({ total, rows }) =>
          total === 0 ? (
            <p className="empty">{records.noReadings}</p>
          ) : (
            <>
              <Figure
                name={records.readings}
                table={{
                  columns: [
                    { name: columns.read, as: 'moment' },
                    { name: records.value, as: 'number', digits: 3 },
                    { name: columns.in, as: 'unit' },
                    { name: records.kind, as: 'text' },
                    { name: columns.register, as: 'text' },
                    { name: columns.account, as: 'text' },
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
