import type { Tuple } from '../data/database.js';
import { DataRow } from '../data/pgProtocol.js';
import { identifier, join, NOTHING, plannedOnce, raw, sql, unparsedFrom, type VisibleSql } from '../data/sql.js';
import { addAmounts, type Amount, numberOfAmount } from '../usage/amounts.js';
import { COMBINED_SOURCES } from '../usage/sources.js';
import { inTurns } from '../values/turns.js';
import { groupsOf, type Piece } from './cells.js';
import type { Known } from './context.js';
import { factorsOf, factorsSql, type NamedFactor } from './factors.js';
import { lengthOf, monthRowsSql, type PieceQuestion, wholeMonthsOf } from './pieces.js';
import type { Level } from './question.js';
import { type NamedRecords, scopeAccount, type ScopeAccount, type ScopeRow } from './scope.js';

/** The columns of an account, in the order of a tuple. */
const ACCOUNT = [
  ...(['key', 'level', 'id', 'type', 'status', 'meterUser'] as const),
  ...(['capacityText', 'areaText', 'country', 'company', 'assetId', 'assetArea'] as const),
] satisfies readonly (keyof ScopeRow)[];
/** The amounts of a month. */
const AMOUNTS = ['quantity', 'estimated', 'dayQuantity', ...COMBINED_SOURCES] as const;
/** The values of a month, as {@link monthRowsSql} has them. */
const MONTH = [...(['key', 'month', 'decimals', 'coveredMs'] as const), ...AMOUNTS];
/** Made once, as they are parts of each statement. */
const ACCOUNT_COLUMNS = raw(ACCOUNT.map((name) => `s.${identifier(name)}`).join(', '));
const NAMED_NULLS = raw(MONTH.map((name) => `null as ${identifier(`month ${name}`)}`).join(', '));
const NO_MONTH = raw(MONTH.map(() => 'null').join(', '));
/** The index of its first amount. */
const FIRST_AMOUNT = MONTH.length - AMOUNTS.length;

/** Months of accounts that are read as they are stored; more are added up by the database. */
const MOST_MONTHS = 20_000;

/**
 * The statement of whole months of a few accounts: the accounts, each month of each as it is stored, and emission factors. The rows are
 * few, so that adding them up costs the database more than sending them.
 * @param scope the accounts, a {@link ScopeRow} each
 * @param emissions whether factors are wanted
 */
export function accountMonthsSql(
  scope: VisibleSql,
  question: PieceQuestion,
  { columns }: NamedRecords,
  emissions: boolean,
): VisibleSql {
  const lookedUp = columns.length === 0 ? NOTHING : sql`${join(columns, ', ')}, `;
  const before = raw('null, '.repeat(columns.length + ACCOUNT.length));
  const factors = sql` union all select ${before}(select coalesce(jsonb_agg(f), '[]') from
    (${factorsSql(sql`(select country from scope)`)}) f), ${NO_MONTH}`;
  const statement = sql`with scope as materialized (${scope}), g as (select key as account_key from scope)
    select ${lookedUp}${ACCOUNT_COLUMNS}, null::jsonb as factors, ${NAMED_NULLS}
    from (values (1)) one left join scope s on true
    union all (select ${before}null, ${monthRowsSql(question)} limit ${raw(MOST_MONTHS + 1)})${emissions ? factors : NOTHING}`;
  return plannedOnce(unparsedFrom(statement, columns.length + ACCOUNT.length + 1));
}

/**
 * Reads the tuples of the statement, in turns: an asset may have many accounts.
 * @param level of the accounts
 * @param isEach whether each account is told; else one of those that are alike stands for them
 * @returns null: there are more months than are read so
 * @throws AppError not-found where the viewer may not see a named record
 */
export async function accountMonths(
  tuples: readonly Tuple[],
  level: Level,
  question: PieceQuestion,
  { records, isEach }: { readonly records: NamedRecords; readonly isEach: boolean },
): Promise<Known | null> {
  const first = records.columns.length;
  const factorsAt = first + ACCOUNT.length;
  const lookedUp = tuples.find(([one]) => one !== null);
  records.check(lookedUp && Object.fromEntries(records.names.map((name, index) => [name, lookedUp[index]])));
  const accounts: ScopeAccount[] = [];
  const months: DataRow[] = [];
  let factors: readonly NamedFactor[] | null = null;
  for (const tuple of tuples) {
    const [told, row] = tuple.slice(factorsAt);
    if (tuple[first] !== null) accounts.push(accountOf(tuple, first, level));
    else if (areFactors(told)) factors = told;
    else if (row instanceof DataRow) months.push(row);
  }
  if (months.length > MOST_MONTHS) return null;
  const byId = accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { keys, groups, list } = groupsOf(byId);
  const groupOfKey = new Map(keys.map((key, index) => [Number(key), groups[index] ?? 0]));
  const sums = new MonthSums(question, list.length);
  await inTurns(months, (row) => {
    sums.add(row.numbersFrom(factorsAt + 1, MONTH.length), groupOfKey);
  });
  return {
    accounts: isEach ? byId : representatives(byId, groups),
    groups: list,
    pieces: sums.pieces(),
    factors: factors && factorsOf(factors),
  };
}

function areFactors(value: unknown): value is readonly NamedFactor[] {
  return Array.isArray(value);
}

/** @param first index of its first value */
function accountOf(tuple: Tuple, first: number, level: Level): ScopeAccount {
  const row = Object.fromEntries(ACCOUNT.map((name, index) => [name, tuple[first + index]]));
  if (!isScopeRow(row)) throw new Error('the statement has other columns of an account');
  return scopeAccount(row, [level]);
}

function isScopeRow(row: Readonly<Record<string, unknown>>): row is ScopeRow {
  const { key, level, id, type, country, company } = row;
  return (
    typeof key === 'number' &&
    typeof level === 'number' &&
    [id, type, country, company].every((one) => typeof one === 'string')
  );
}

/** Of the accounts of each group the one with the least key, with how many there are. */
function representatives(accounts: readonly ScopeAccount[], groups: readonly number[]): readonly ScopeAccount[] {
  const found = new Map<number, ScopeAccount>();
  for (const [index, account] of accounts.entries()) {
    const group = groups[index] ?? 0;
    const before = found.get(group);
    const least = before && before.key < account.key ? before : account;
    found.set(group, { ...least, count: (before?.count ?? 0) + 1 });
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What the months of a group have together that lie in one period and year. */
interface MonthSum {
  readonly amounts: (Amount | null)[];
  coveredMs: number;
  fullMs: number;
}

/** Months of accounts, added up exactly by group, period and year. */
class MonthSums {
  readonly #first: number;
  /** The periods and years that months lie in, in their order, and the index of each month's. */
  readonly #times: { readonly period: number; readonly year: number }[] = [];
  readonly #timeOfMonth: number[] = [];
  readonly #groups: number;
  readonly #sums: (MonthSum | undefined)[] = [];

  constructor(question: PieceQuestion, groups: number) {
    const months = wholeMonthsOf(question);
    this.#first = months[0]?.month ?? 0;
    this.#groups = groups;
    for (const { month, period, year } of months) {
      const last = this.#times.at(-1);
      if (last?.period !== period || last.year !== year) this.#times.push({ period, year });
      this.#timeOfMonth[month - this.#first] = this.#times.length - 1;
    }
  }

  /** @param values of a month, in the order of {@link MONTH} */
  add(values: readonly (number | null)[], groupOfKey: ReadonlyMap<number, number>): void {
    const [key, month, decimals, coveredMs] = values;
    if (typeof key !== 'number' || typeof month !== 'number' || typeof decimals !== 'number') return;
    const [group, time] = [groupOfKey.get(key), this.#timeOfMonth[month - this.#first]];
    if (group === undefined || time === undefined) return;
    const sum = (this.#sums[time * this.#groups + group] ??= {
      amounts: AMOUNTS.map(() => null),
      coveredMs: 0,
      fullMs: 0,
    });
    const length = lengthOf(month);
    sum.coveredMs += coveredMs ?? 0;
    if (coveredMs === length) sum.fullMs += length;
    for (let index = 0; index < AMOUNTS.length; index += 1) {
      const whole = values[FIRST_AMOUNT + index] ?? null;
      if (whole === null) continue;
      const before = sum.amounts[index];
      sum.amounts[index] = before ? addAmounts(before, { whole, decimals }) : { whole, decimals };
    }
  }

  /** By period, group and year. */
  pieces(): readonly Piece[] {
    const pieces = this.#sums.flatMap((sum, index): readonly Piece[] => {
      const time = this.#times[Math.floor(index / this.#groups)];
      if (!sum || !time) return [];
      const [quantity, estimated, dayQuantity, hh, reading, invoice, custom] = sum.amounts.map(
        (amount) => amount && numberOfAmount(amount),
      );
      return [
        {
          group: index % this.#groups,
          ...time,
          ...{ quantity: quantity ?? 0, estimated: estimated ?? 0, dayQuantity: dayQuantity ?? 0 },
          ...{ coveredMs: sum.coveredMs, fullMs: sum.fullMs },
          ...{ hh: hh ?? null, reading: reading ?? null, invoice: invoice ?? null, custom: custom ?? null },
        },
      ];
    });
    return pieces.toSorted((a, b) => a.period - b.period || a.group - b.group || a.year - b.year);
  }
}
