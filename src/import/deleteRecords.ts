import type { Knex } from 'knex';
import type { Database } from '../db/database.js';
import { identifier, idParameter } from '../db/sql.js';
import { type Condition, DATES } from './deleteCondition.js';
import { importFields, type ImportFields } from './fields.js';
import type { ImportName } from './importNames.js';
import { type ImportOptions, type ImportSummary, runImport } from './importRecords.js';
import { createStaging, STAGED } from './staging.js';

/** Whether records of an import belong to accounts. */
export function isOfAccounts(name: ImportName): boolean {
  return importFields(name).account !== null;
}

/**
 * Deletes records and recomputes the values that depend on them, with the guarantees of an import. It checks the
 * records first, then deletes them account by account. A killed deletion can be repeated with the same result. Records
 * that others depend on are not deleted.
 * @param name a resource whose records have an `_id`
 * @param label the name of the operation in the journal and in messages
 */
export async function deleteRecords(
  database: Database,
  name: ImportName,
  condition: Condition,
  label: string,
  options: Omit<ImportOptions, 'zone' | 'onReject' | 'onProgress'> = {},
): Promise<ImportSummary> {
  const fields = importFields(name);
  return runImport(
    database,
    fields,
    { file: label, options },
    {
      isOfStored: true,
      async fill(trx, reader) {
        await createStaging(trx, fields);
        reader.count(await stage(trx, fields, condition));
      },
    },
  );
}

/**
 * Stages a tombstone for each selected record, and for each given identifier without a record.
 * @returns the number of tombstones
 */
async function stage(trx: Knex.Transaction, fields: ImportFields, condition: Condition): Promise<number> {
  const { ids, accounts, before } = condition;
  const [date] = DATES[fields.name] ?? [];
  const tests: string[] = [];
  const bindings: unknown[] = [];
  const test = (text: string, value: unknown): void => {
    tests.push(text);
    bindings.push(value);
  };
  if (ids) test('t._id = any(?::bytea[])', ids.map(idParameter));
  if (accounts && fields.account !== null) {
    const keys = 'select account_key from accounts where _id = any(?::bytea[])';
    test(`t.account_key in (${keys})`, accounts.map(idParameter));
  }
  if (before !== undefined && date !== undefined) test(`t.${identifier(date)} < ?`, before);
  const matches = `select t._id from ${identifier(fields.table)} t where ${tests.join(' and ')}`;
  const absent = 'select wanted.id from unnest(?::bytea[]) wanted(id)';
  const isByIdAlone = ids !== undefined && tests.length === 1;
  const { rows }: { readonly rows: readonly { readonly n: number }[] } = await trx.raw(
    `with staged as (
      insert into ${STAGED} (row, line, deleted, _id)
      select row_number() over (), 0, true, _id from (${isByIdAlone ? `${matches} union ${absent}` : matches}) r
      returning 1
    ) select count(*) as n from staged`,
    (isByIdAlone ? [...bindings, bindings[0]] : bindings) as never[],
  );
  return rows[0]?.n ?? 0;
}
