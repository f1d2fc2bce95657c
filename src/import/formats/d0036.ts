import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import { createFinder, refuseUnitAndStamps, type FormatContext } from './context.js';
import { countedPeriods, readDate, type DayPeriods } from './daySpans.js';
import { flowRows, flowZone, type FlowGroup, type FlowReader } from './industryFlow.js';
import type { Meters } from './meters.js';
import { nemNumber } from './nem.js';
import {
  badLine,
  inField,
  isUnreadable,
  refusalOf,
  rowOf,
  type MeterOutcome,
  type Reading,
  type Unreadable,
} from './reading.js';

/** Settlement periods of the longest day, which has 25 hours. */
const MAX_PERIODS = 50;
const HALF_HOUR_MINUTES = 30;
const UNIT = 'kWh';

/** Measurement Quantity Id (DTC item J0103). */
const QUANTITIES: Readonly<Record<string, string>> = {
  AI: 'active import',
  AE: 'active export',
  RI: 'reactive import',
  RE: 'reactive export',
  UN: 'unassigned',
};

/**
 * Reads half-hourly data of British electricity meters: the industry flow D0036 (Data Transfer Catalogue 15.4,
 * Validated Half Hourly Advances).
 *
 * Group 101 is an MPAN Core (J0003) with a Measurement Quantity Id (J0103) and a Supplier Id (J0084). Group 102 is a
 * Settlement Date (J0073). Group 103 is a period with its Actual/Estimated Indicator (J0020) and Period Metered
 * Consumption (J0177, kWh).
 *
 * A date has 46, 48 or 50 periods, counted from midnight in Britain unless a zone is given. A date with another number
 * of periods is bad: the file does not say which of them are missing. Active import is consumption. Skips other
 * quantities and periods without a value.
 * @throws Error when header or footer are missing or wrong, or an option does not apply
 */
export async function* d0036Rows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  yield* flowRows(texts, 'D0036001', createD0036Reader(flowZone(context), createFinder(context)), context);
}

/** A quantity of a metering point: a group 101. */
interface Mpan {
  readonly mpan: string;
  /** The name of the channel in messages. */
  readonly text: string;
  readonly match: MeterOutcome;
}

/** A settlement date: a group 102, with its groups 103. */
interface SettlementDate {
  readonly line: number;
  /** The group as it stands. */
  readonly text: string;
  readonly date: string;
  /** Local midnight in milliseconds, encoded as if it were UTC; or why the group cannot be read. */
  readonly dayMs: number | Unreadable;
  /** The periods, at most {@link MAX_PERIODS}. */
  readonly periods: SettlementPeriod[];
  /** The number of periods in the file. */
  count: number;
}

interface SettlementPeriod {
  readonly line: number;
  /** The group as it stands. */
  readonly text: string;
  /** Actual/Estimated Indicator (DTC item J0020). */
  readonly indicator: string;
  /** Period Metered Consumption (J0177), kWh; it may be empty. */
  readonly value: string;
}

/** Reads the groups of a file in order. A period belongs to the date before it, and that to a group 101. */
function createD0036Reader(zone: Zone, find: Meters['find']): FlowReader {
  const periods: DayPeriods = countedPeriods(zone, MAX_PERIODS, HALF_HOUR_MINUTES);
  let mpan: Mpan | 'bad' | null = null;
  let day: SettlementDate | null = null;
  const meter = (): string => (mpan === null || mpan === 'bad' ? '' : mpan.mpan);

  /** Adds the rows of the open day. Any group except a period (103) completes the day. */
  const closeDay = (rows: SourceRow[]): void => {
    if (day !== null) rows.push(...rowsOfDate(mpan === 'bad' ? null : mpan, day, periods, zone.name));
    day = null;
  };
  const openDay = ({ line, items, text }: FlowGroup): SettlementDate => {
    const [date = ''] = items;
    const parsed = /^\d{8}$/.test(date) ? readDate(date) : null;
    let dayMs: number | Unreadable;
    if (mpan === null) dayMs = { field: 'group', problem: 'is 102, but there is no group 101 before it' };
    else if (mpan === 'bad') dayMs = { field: 'group', problem: 'is 102, but its group 101 could not be read' };
    else {
      const problem = `must be a date such as 20240131, got ${quoted(date)}`;
      dayMs = parsed ?? { field: 'Settlement Date', problem, text: date };
    }
    return { line, text, date, dayMs, periods: [], count: 0 };
  };

  return {
    read(group, rows) {
      const { line, items, text } = group;
      if (group.group === '103') {
        const [indicator = '', value = ''] = items;
        if (day === null) {
          rows.push(
            badLine(group, { field: 'group', problem: 'is 103, but there is no group 102 before it' }, meter()),
          );
        } else if (day.periods.length < MAX_PERIODS) day.periods.push({ line, text, indicator, value });
        if (day !== null) day.count += 1;
        return;
      }
      closeDay(rows);
      if (group.group === '102') day = openDay(group);
      else if (group.group === '101') {
        const parsed = readMpan(items, find);
        mpan = isUnreadable(parsed) ? 'bad' : parsed;
        if (isUnreadable(parsed)) rows.push(badLine(group, parsed, items[0]));
      } else {
        const problem = `must be 101, 102, 103 or ZPT, got ${quoted(group.group)}`;
        rows.push(badLine(group, { field: 'group', problem }, meter()));
      }
    },
    end: closeDay,
  };
}

function readMpan([mpan = '', quantity = '']: readonly string[], find: Meters['find']): Mpan | Unreadable {
  if (mpan === '') return { field: 'MPAN Core', problem: 'is required' };
  const name = Object.hasOwn(QUANTITIES, quantity) ? QUANTITIES[quantity] : undefined;
  if (name === undefined) {
    const allowed = Object.keys(QUANTITIES).join(', ');
    return { field: 'Measurement Quantity Id', problem: `must be one of ${allowed}, got ${quoted(quantity)}` };
  }
  const text = `MPAN ${mpan} ${quantity} (${name})`;
  if (quantity !== 'AI') return { mpan, text, match: { skipped: text } };
  return { mpan, text, match: inField(find({ point: mpan }, ['electricity']), 'MPAN Core') };
}

/** Returns the rows of a date. If the complete date is refused, returns one row. */
function rowsOfDate(
  mpan: Mpan | null,
  { line, text, date, dayMs, periods, count }: SettlementDate,
  periodsOf: DayPeriods,
  zone: string,
): readonly SourceRow[] {
  const spans = typeof dayMs === 'number' ? periodsOf(dayMs) : [];
  const size = spans.filter((span) => !isUnreadable(span)).length;
  const problem = `must be ${size}, the number of half-hours on that date in ${zone}, got ${count}`;
  const wrongCount = count === size ? null : { field: 'HH Periods', problem, text: date };
  const wrong = isUnreadable(dayMs) ? dayMs : wrongCount;
  const isImported = mpan !== null && !('skipped' in mpan.match || 'unmatched' in mpan.match);
  // Without periods, only the row of the date can report the problem.
  const isOneRow = mpan === null || isImported || ('unmatched' in mpan.match && periods.length === 0);
  const refusal = isOneRow ? refusalOf({ match: mpan?.match, span: wrong }) : null;
  if (refusal !== null) {
    const lines = [text, ...periods.map((period) => period.text)].join('\n');
    return [badLine({ line, text: lines }, refusal, mpan?.mpan)];
  }
  return periods.flatMap((period, index) => {
    const span = wrong ?? spans[index];
    return mpan === null || span === undefined ? [] : [rowOfPeriod(mpan, period, span)];
  });
}

function rowOfPeriod({ mpan, text, match }: Mpan, period: SettlementPeriod, span: Reading['span']): SourceRow {
  const { line, indicator, value } = period;
  // The catalogue writes numbers with a sign.
  const wrong = {
    field: 'Period Metered Consumption',
    problem: `must be a number of kWh, got ${quoted(value)}`,
    text: value,
  };
  return rowOf({
    line,
    meter: mpan,
    match: value === '' && 'account' in match ? { skipped: `${text}: no value` } : match,
    span,
    unit: UNIT,
    value: nemNumber(value.replace(/^\+/, '')) ?? wrong,
    isEstimated: readIndicator(indicator),
  });
}

/** The catalogue also has C, "Long Day/Short Day Indicator". It does not say whether such a value was measured. */
function readIndicator(indicator: string): boolean | Unreadable {
  if (indicator === 'A' || indicator === 'E') return indicator === 'E';
  const hint = indicator === 'C' ? ' (long or short day), which does not state whether the value was measured' : '';
  const problem = `must be A or E, got ${quoted(indicator)}${hint}`;
  return { field: 'Actual/Estimated Indicator', problem, text: indicator };
}
