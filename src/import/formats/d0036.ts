import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import { createFinder, refuseUnitAndStamps, type FormatContext } from './context.js';
import { countedPeriods, readDate, type DayPeriods } from './daySpans.js';
import { d0036DayRows, dayText, type D0036Day, type D0036Mpan } from './d0036Day.js';
import { flowRows, flowZone, type FlowGroup, type FlowReader } from './industryFlow.js';
import { badLine } from './meterRow.js';
import type { Meters } from './meters.js';

/** Settlement periods of the longest day. */
const MOST_PERIODS = 50;
const HALF_HOUR_MINUTES = 30;

/** Measurement Quantity Id (DTC item J0103). */
const QUANTITIES: Readonly<Record<string, string>> = {
  AI: 'active import',
  AE: 'active export',
  RI: 'reactive import',
  RE: 'reactive export',
  UN: 'unassigned',
};

/**
 * Reads half-hourly data of British electricity meters: the industry flow D0036 (Data Transfer Catalogue 15.4, Validated
 * Half Hourly Advances). Group 101 is an MPAN Core (J0003) with a Measurement Quantity Id (J0103) and a Supplier Id (J0084),
 * 102 a Settlement Date (J0073), 103 a period with its Actual/Estimated Indicator (J0020) and Period Metered Consumption
 * (J0177, kWh). The periods of a date are 46, 48 or 50, counted from midnight in Britain unless a zone is given; a date that
 * has another number of them is bad, as those that are missing cannot be told. Active import is consumption; other
 * quantities, and periods without a value, are skipped.
 * @throws Error when header or footer are missing or wrong, or options are given that the file has no use for
 */
export async function* d0036Rows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  yield* flowRows(texts, 'D0036001', createD0036Reader(flowZone(context), createFinder(context)), context);
}

/** A date that cannot be read, with its periods as they stand. */
interface BadDay extends Pick<D0036Day, 'line' | 'text' | 'periods'> {
  readonly field: string;
  readonly problem: string;
}

function createD0036Reader(zone: Zone, find: Meters['find']): FlowReader {
  const periods: DayPeriods = countedPeriods(zone, MOST_PERIODS, HALF_HOUR_MINUTES);
  let mpan: D0036Mpan | 'bad' | null = null;
  let day: D0036Day | BadDay | null = null;
  const meter = (): string => (mpan === null || mpan === 'bad' ? '' : mpan.mpan);

  /** A day is complete when a group comes that is no period of it. */
  const closeDay = (rows: SourceRow[]): void => {
    if (day !== null && 'problem' in day) rows.push(badLine(dayText(day), day.field, day.problem, meter()));
    else if (day !== null && mpan !== null && mpan !== 'bad') {
      d0036DayRows(mpan, day, periods(day.dayMs), zone.name, rows);
    }
    day = null;
  };
  const openDay = ({ line, items, text }: FlowGroup): D0036Day | BadDay => {
    const [date = ''] = items;
    const dayMs = /^\d{8}$/.test(date) ? readDate(date) : null;
    const bad = (field: string, problem: string): BadDay => ({ line, text, field, problem, periods: [] });
    if (mpan === null) return bad('group', 'is 102, but there is no group 101 before it');
    if (mpan === 'bad') return bad('group', 'is 102 of a group 101 that could not be read');
    if (dayMs === null) return bad('Settlement Date', `must be a date such as 20240131, got ${quoted(date)}`);
    return { line, text, date, dayMs, periods: [], count: 0 };
  };
  const addPeriod = (of: D0036Day | BadDay, { line, items, text }: FlowGroup): void => {
    const [indicator = '', value = ''] = items;
    if (of.periods.length < MOST_PERIODS) of.periods.push({ line, text, indicator, value });
    if ('count' in of) of.count += 1;
  };

  return {
    read(group, rows) {
      if (group.group === '103') {
        // The error of its date stands for the period.
        if (day !== null) addPeriod(day, group);
        else rows.push(badLine(group, 'group', 'is 103, but there is no group 102 before it', meter()));
        return;
      }
      closeDay(rows);
      if (group.group === '102') day = openDay(group);
      else if (group.group === '101') {
        const read = readMpan(group.items, find);
        mpan = 'problem' in read ? 'bad' : read;
        if ('problem' in read) rows.push(badLine(group, read.field, read.problem, group.items[0] ?? ''));
      } else rows.push(badLine(group, 'group', `must be 101, 102, 103 or ZPT, got ${quoted(group.group)}`, meter()));
    },
    end: closeDay,
  };
}

function readMpan(
  [mpan = '', quantity = '']: readonly string[],
  find: Meters['find'],
): D0036Mpan | { readonly field: string; readonly problem: string } {
  if (mpan === '') return { field: 'MPAN Core', problem: 'is required' };
  const name = Object.hasOwn(QUANTITIES, quantity) ? QUANTITIES[quantity] : undefined;
  if (name === undefined) {
    const known = Object.keys(QUANTITIES).join(', ');
    return { field: 'Measurement Quantity Id', problem: `must be one of ${known}, got ${quoted(quantity)}` };
  }
  const text = `MPAN ${mpan} ${quantity} (${name})`;
  if (quantity !== 'AI') return { mpan, text, found: { skipped: text } };
  return { mpan, text, found: find({ point: mpan }, ['electricity']) };
}
