import type { VisibleReads } from '../data/database.js';
import type { FigureField, SelectedFields } from './fieldNames.js';
import { identifierSql, join, NOTHING, plannedOnce, raw, type Sql, sql } from '../data/sql.js';
import { SOURCE } from '../usage/sources.js';
import { accountMonths, accountMonthsSql } from './accountMonths.js';
import type { Group, Piece } from './cells.js';
import type { ConsumptionRequest, Known } from './context.js';
import { factorsOf, factorsSql, type NamedFactor } from './factors.js';
import { isOfPortfolios, namedRecords, portfolioScopeSql, scopeAccount, type ScopeRow, scopeSql } from './scope.js';
import { countPeriods, periodsOf } from './periods.js';
import { isOfMonths, type TimeQuestion, piecesSql, portfolioPiecesSql } from './pieces.js';
import { type Level, LEVEL_IDS, type Question, SOURCES, wantsAreasOrCounts, wantsOf } from './question.js';

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

/** The names that a row has of an account, and of a piece, beside its group. */
const ACCOUNT: readonly (keyof ScopeRow)[] = [
  ...(['level', 'key', 'id', 'type', 'status', 'meterUser'] as const),
  ...(['capacityText', 'areaText', 'country', 'company', 'assetId', 'assetArea'] as const),
];
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
  const isKept = read === 'portfolios';
  const scope = isKept ? portfolioScopeSql(request, level, question) : scopeSql(request, [level], question);
  const pieces = isKept ? portfolioPiecesSql(asked) : piecesSql(asked, null);
  const quoted = (names: readonly string[], each: (name: Sql) => Sql): Sql =>
    join(
      names.map((name) => each(identifierSql(name))),
      ', ',
    );
  const nulls = (count: number): Sql => raw('null, '.repeat(count));
  const count = isKept ? sql`sum(accounts)::int` : sql`count(*)::int`;
  // An entity may have thousands of accounts, of which their areas and number are wanted, or nothing but what they have in common.
  const told = isEach
    ? sql`select *, 1 as count from scope`
    : sql`select * from scope
       join (select ${count} as count, min(key) as key from scope group by "group") one using (key)`;
  const lookedUp = records.columns.length === 0 ? NOTHING : sql`${join(records.columns, ', ')}, `;
  const factors = sql` union all select ${nulls(records.columns.length + 2 + ACCOUNT.length + PIECE.length)}
    coalesce(jsonb_agg(f), '[]') from (${factorsSql(sql`(select country from scope)`)}) f`;
  const rows = await database.rows<Row>(
    plannedOnce(sql`with scope as materialized (
        select dense_rank() over (order by ${ALIKE})::int - 1 as "group", s.* from (${scope}) s
      ), g as (
        select key as ${raw(isKept ? 'group_key' : 'account_key')}, "group", type = 'temperature' as mean from scope
      )
      select ${lookedUp}s."group", s.count, ${quoted(ACCOUNT, (name) => sql`s.${name}`)},
        ${quoted(PIECE, (name) => sql`null as ${name}`)}, null::jsonb as factors
      from (values (1)) one left join (${told}) s on true
      union all select ${nulls(records.columns.length)}"group", null, ${nulls(ACCOUNT.length)}
        ${quoted(PIECE, (name) => name)}, null from (${pieces}) p${emissions ? factors : NOTHING}
      order by "period" nulls first, "id", "group", "year", factors nulls first`),
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
