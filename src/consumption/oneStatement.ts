import type { Tuple, VisibleReads } from '../data/database.js';
import { DataRow } from '../data/pgProtocol.js';
import {
  NOTHING,
  type Sql,
  type VisibleSql,
  identifier,
  identifierSql,
  join,
  plannedOnce,
  raw,
  sql,
  unparsedFrom,
} from '../data/sql.js';
import { type Amount, addAmounts, numberOfAmount } from '../usage/amounts.js';
import { COMBINED_SOURCES, SOURCE } from '../usage/sources.js';
import { inTurns } from '../values/turns.js';
import type { ConsumptionRequest, Known } from './context.js';
import { type NamedFactor, factorsOf, factorsSql } from './factors.js';
import type { FigureField, SelectedFields } from './fieldNames.js';
import { type TimeQuestion, countPeriods, isOfMonths, periodsOf, wholeMonthsOf } from './localTime.js';
import { type Group, type Piece, groupsOf } from './periodTotals.js';
import { LEVEL_IDS, type Level, type Question, SOURCES, wantsAreasOrCounts, wantsOf } from './query.js';
import {
  type NamedRecords,
  type ScopeAccount,
  type ScopeRow,
  isOfPortfolios,
  namedRecords,
  portfolioScopeSql,
  scopeAccount,
  scopeSql,
} from './scope.js';
import { type PieceQuestion, lengthOf, monthRowsSql, piecesSql, portfolioPiecesSql } from './usageRows.js';

/** The columns of an account, in the order of both statements. */
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
  const factors = emissions
    ? sql` union all select ${before}(select coalesce(jsonb_agg(f), '[]') from
    (${factorsSql(sql`(select country from scope)`)}) f), ${NO_MONTH}`
    : NOTHING;
  const statement = sql`with scope as materialized (${scope}), g as (select key as account_key from scope)
    select ${lookedUp}${ACCOUNT_COLUMNS}, null::jsonb as factors, ${NAMED_NULLS}
    from (values (1)) one left join scope s on true
    union all (select ${before}null, ${monthRowsSql(question)} limit ${raw(MOST_MONTHS + 1)})${factors}`;
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

/** What is selected of figures that takes statements of its own. */
const BESIDES: readonly FigureField[] = ['previous', 'yearEarlier', 'gaps', 'assetGroups', 'totalAssetFloorArea'];

/** More are read by several statements, whose rows are smaller: a year of days. */
const MOST_PERIODS = 366;

/**
 * What one statement reads: months of the accounts of an account or asset, accounts and their usage, or the months that are
 * kept of companies and entities.
 */
export type ReadAtOnce = 'months' | 'accounts' | 'portfolios';

/**
 * What one statement reads that is all that a question takes: the figures of a level by day, or longer, without anything that is
 * read elsewhere.
 * @param isDistributed whether days are on other servers than accounts and the sums of months
 * @returns null: it takes several statements
 */
export function readByOneStatement(
  levels: readonly Level[],
  question: Question,
  selected: SelectedFields,
  isDistributed: boolean,
): ReadAtOnce | null {
  const [level = {}, ...others] = levels;
  const { granularity, clock } = question;
  const isNamed = LEVEL_IDS.some((name) => level[name] !== undefined);
  const isShort = countPeriods(clock, granularity) <= MOST_PERIODS;
  if (
    others.length > 0 ||
    !isShort ||
    granularity === 'halfhourly' ||
    granularity === 'hourly' ||
    clock.start >= clock.end
  )
    return null;
  const { simulated, capacity, cost, rates, contracts } = wantsOf(selected, question);
  if (simulated || capacity || cost || rates || contracts) return null;
  const parts = [selected, selected.get('data')];
  if (parts.some((part) => BESIDES.some((name) => part?.has(name)))) return null;
  const isWhole = isOfMonths(timeRead(question, selected));
  if (isWhole && isOfPortfolios(level, question) && !parts.some(wantsAreasOrCounts)) return 'portfolios';
  const isOfFew = level.accountId !== undefined || level.assetId !== undefined;
  if (isWhole && isOfFew) return 'months';
  return isNamed && (isWhole || !isDistributed) ? 'accounts' : null;
}

/** Without the periods the sums of months do. */
function timeRead(question: Question, selected: SelectedFields): TimeQuestion {
  const granularity = selected.has('data') ? question.granularity : 'yearly';
  const { clock } = question;
  return { clock, granularity, periods: periodsOf(clock, granularity), dayNight: wantsOf(selected, question).dayNight };
}

/** A row of the statement: of an account, of a piece, which has a period, or of the emission factors, all in one. */
type Row = Readonly<Record<string, unknown>> & {
  readonly group: number | null;
  readonly period: number | null;
  readonly count: number | null;
  readonly factors: readonly NamedFactor[] | null;
};

/** The columns of a usage row, besides its group. */
const PIECE: readonly (keyof Piece)[] = [
  ...(['period', 'year', 'quantity', 'estimated', 'dayQuantity', 'coveredMs', 'fullMs'] as const),
  ...(['hh', 'reading', 'invoice', 'custom'] as const),
];

/** Who uses a meter, as far as figures tell them apart. */
const USER = sql`case when lower("meterUser") in ('tenant', 'landlord') then lower("meterUser") else '' end`;

/**
 * Accounts that have all of these in common are added up together; of temperatures each is alone, as they are means. The order is
 * that of `groupsOf`.
 */
const ALIKE = sql`type collate "C", country collate "C", ${USER} collate "C", company collate "C", status = 'inactive',
  case type when 'temperature' then key end`;

/**
 * Reads the accounts of a level, their usage, emission factors, the records that the caller named and what the
 * database is at, in one statement, so from one snapshot.
 * @throws AppError not-found, and what keeps the database from answering
 */
export async function readAtOnce(
  database: VisibleReads,
  request: Omit<ConsumptionRequest, 'queryable'>,
  level: Level,
  question: Question,
  { selected, named, read }: { readonly selected: SelectedFields; readonly named: Level; readonly read: ReadAtOnce },
): Promise<Known> {
  const { source } = question;
  const records = namedRecords(request, named);
  const asked = { ...timeRead(question, selected), source: SOURCES[source] ?? SOURCE.combined };
  const isEach = [selected, selected.get('data')].some(wantsAreasOrCounts);
  const { emissions } = wantsOf(selected, question);
  if (read === 'months') {
    const statement = accountMonthsSql(scopeSql(request, [level], question), asked, records, emissions);
    const known = await accountMonths(await database.tuples(statement), level, asked, { records, isEach });
    if (known) return known;
  }
  const rows = await database.rows<Row>(
    groupedUsageSql(request, level, question, asked, { records, isEach, emissions, read }),
  );
  records.check(rows[0]);
  const isAccount = (row: Row): row is Row & ScopeRow & { readonly group: number; readonly count: number } =>
    row.period === null && row.group !== null;
  const isPiece = (row: Row): row is Row & Piece => row.period !== null;
  const groups: Group[] = [];
  const accounts = rows.filter(isAccount).map((row) => {
    const account = scopeAccount(row, [level], row.count);
    groups[row.group] ??= account;
    return account;
  });
  const factorRows = rows.find((row) => row.factors !== null)?.factors;
  return { accounts, groups, pieces: rows.filter(isPiece), factors: factorRows ? factorsOf(factorRows) : null };
}

/**
 * The statement of accounts, or groups of them that are alike, and their usage by period.
 * @param isEach whether each account is wanted; else one of those that are alike stands for them
 */
function groupedUsageSql(
  request: Omit<ConsumptionRequest, 'queryable'>,
  level: Level,
  question: Question,
  asked: PieceQuestion,
  {
    records,
    isEach,
    emissions,
    read,
  }: {
    readonly records: NamedRecords;
    readonly isEach: boolean;
    readonly emissions: boolean;
    readonly read: ReadAtOnce;
  },
): VisibleSql {
  const isKept = read === 'portfolios';
  const scope = isKept ? portfolioScopeSql(request, level, question) : scopeSql(request, [level], question);
  const pieces = isKept ? portfolioPiecesSql(asked) : piecesSql(asked, null);
  const count = isKept ? sql`sum(accounts)::int` : sql`count(*)::int`;
  // An entity may have thousands of accounts, of which their areas and number are wanted, or nothing but what they have in common.
  const told = isEach
    ? sql`select *, 1 as count from scope`
    : sql`select * from scope
       join (select ${count} as count, min(key) as key from scope group by "group") one using (key)`;
  const lookedUp = records.columns.length === 0 ? NOTHING : sql`${join(records.columns, ', ')}, `;
  const factors = emissions
    ? sql` union all select ${nulls(records.columns.length + 2 + ACCOUNT.length + PIECE.length)}
    coalesce(jsonb_agg(f), '[]') from (${factorsSql(sql`(select country from scope)`)}) f`
    : NOTHING;
  return plannedOnce(sql`with scope as materialized (
        select dense_rank() over (order by ${ALIKE})::int - 1 as "group", s.* from (${scope}) s
      ), g as (
        select key as ${raw(isKept ? 'group_key' : 'account_key')}, "group", type = 'temperature' as mean from scope
      )
      select ${lookedUp}s."group", s.count, ${quoted(ACCOUNT, (name) => sql`s.${name}`)},
        ${quoted(PIECE, (name) => sql`null as ${name}`)}, null::jsonb as factors
      from (values (1)) one left join (${told}) s on true
      union all select ${nulls(records.columns.length)}"group", null, ${nulls(ACCOUNT.length)}
        ${quoted(PIECE, (name) => name)}, null from (${pieces}) p${factors}
      order by "period" nulls first, "id", "group", "year", factors nulls first`);
}

function quoted(names: readonly string[], each: (name: Sql) => Sql): Sql {
  return join(
    names.map((name) => each(identifierSql(name))),
    ', ',
  );
}

function nulls(count: number): Sql {
  return raw('null, '.repeat(count));
}
