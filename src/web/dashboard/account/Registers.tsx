import type { ReactElement } from 'react';
import { useReads, type ReadsQuery } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import type { TableRow } from '../parts/table.js';
import { texts } from '../texts/texts.js';

/** Lists the registers that occur in the newest readings of an account, each with its last reading. */
export function Registers({ account }: { readonly account: string }): ReactElement {
  const { account: words, columns } = texts();
  const reads = useReads({ accounts: [account] });
  return (
    <Card title={words.registers} about={words.registersAbout}>
      <Answer query={reads}>
        {({ readings }) => {
          const rows = registersOf(readings?.data ?? []);
          return rows.length === 0 ? (
            <p className="empty">{words.noRegisters}</p>
          ) : (
            <>
              <Figure
                name={words.registers}
                table={{
                  columns: [
                    { name: columns.register, as: 'text' },
                    { name: words.lastReading, as: 'number', digits: 3 },
                    { name: columns.in, as: 'unit' },
                    { name: columns.read, as: 'moment' },
                  ],
                  rows,
                }}
              />
              <p className="about">{words.registersNumber(rows.length)}</p>
            </>
          );
        }}
      </Answer>
    </Card>
  );
}

/**
 * Returns a row for the newest reading of each register. Readings without a register belong to the meter's only one.
 * @param readings newest first
 */
function registersOf(readings: NonNullable<ReadsQuery['readings']>['data']): readonly TableRow[] {
  const rows = new Map<string, TableRow>();
  for (const { registerId, name, value, units, submittedAt } of readings) {
    const id = registerId ?? '';
    if (rows.has(id)) continue;
    rows.set(id, { id, cells: [name ?? registerId ?? texts().account.onlyRegister, value, units, submittedAt] });
  }
  return [...rows.values()];
}
