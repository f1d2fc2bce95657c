import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import { createFinder, refuseUnitAndStamps, type FormatContext } from './context.js';
import { countedPeriods, readDate, type DayPeriods } from './daySpans.js';
import { d0036DayRows, type D0036Day, type D0036Mpan } from './d0036Day.js';
import { flowRows, flowZone, type FlowGroup, type FlowReader } from './industryFlow.js';
import { badRow } from './meterRow.js';
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
 * quantities, and periods without a value, are left out.
 * @throws Error when header or footer are missing or wrong, or options are given that the file has no use for
 */
export async function* d0036Rows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseUnitAndStamps(context);
  yield* flowRows(texts, 'D0036001', createD0036Reader(flowZone(context), createFinder(context)), context);
}

function createD0036Reader(zone: Zone, find: Meters['find']): FlowReader {
  const periods: DayPeriods = countedPeriods(zone, MOST_PERIODS, HALF_HOUR_MINUTES);
  let mpan: D0036Mpan | 'bad' | null = null;
  let day: D0036Day | 'bad' | null = null;

  /** A day is complete when a group comes that is no period of it. */
  const closeDay = (rows: SourceRow[]): void => {
    if (day !== null && day !== 'bad' && mpan !== null && mpan !== 'bad') {
      d0036DayRows(mpan, day, periods(day.dayMs), zone.name, rows);
    }
    day = null;
  };
  const openDay = ({ line, items }: FlowGroup, rows: SourceRow[]): void => {
    const [date = ''] = items;
    const dayMs = /^\d{8}$/.test(date) ? readDate(date) : null;
    const bad = (field: string, problem: string): void => {
      day = 'bad';
      const meter = mpan === null || mpan === 'bad' ? '' : mpan.mpan;
      rows.push(badRow(line, field, problem, { meter, start: date, value: null }));
    };
    if (mpan === null) bad('group', 'is 102, but there is no group 101 before it');
    else if (mpan === 'bad') bad('group', 'is 102 of a group 101 that could not be read');
    else if (dayMs === null) bad('Settlement Date', `must be a date such as 20240131, got ${quoted(date)}`);
    else day = { line, date, dayMs, periods: [], count: 0 };
  };

  return {
    read(group, rows) {
      const { line, items } = group;
      if (group.group === '103') {
        if (day === null) rows.push(badRow(line, 'group', 'is 103, but there is no group 102 before it'));
        // The error of its date stands for the period.
        else if (day !== 'bad') {
          const [indicator = '', value = ''] = items;
          day.count += 1;
          if (day.count <= MOST_PERIODS) day.periods.push({ line, indicator, value });
        }
        return;
      }
      closeDay(rows);
      if (group.group === '102') openDay(group, rows);
      else if (group.group === '101') {
        const read = readMpan(items, find);
        mpan = 'problem' in read ? 'bad' : read;
        if ('problem' in read) rows.push(badRow(line, read.field, read.problem));
      } else rows.push(badRow(line, 'group', `must be 101, 102, 103 or ZPT, got ${quoted(group.group)}`));
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
  if (quantity !== 'AI') return { mpan, text, found: { leftOut: text } };
  return { mpan, text, found: find({ point: mpan }, ['electricity']) };
}
