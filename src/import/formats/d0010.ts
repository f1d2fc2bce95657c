import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import { createFinder, refuseStamps, type FormatContext } from './context.js';
import { d0010ReadingRow, type D0010Meter, type D0010Mpan, type D0010Reading } from './d0010Reading.js';
import { flowRows, flowZone, noticeRow, type FlowGroup, type FlowReader } from './industryFlow.js';
import { badLine } from './meterRow.js';
import type { Meters } from './meters.js';

/** BSC Validation Status (DTC item J0022): validated, not validated, failed. */
const STATUSES = ['V', 'U', 'F'];
/** Reading Type (J0171). */
const TYPES = ['A', 'C', 'D', 'F', 'I', 'M', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'];
/** What was seen on a visit to a site, which holds no figure. */
const SITE_VISITS = ['027', '029', '033'];
/** Registers that a sentence names. */
const MOST_NAMED = 10;

/**
 * Reads register readings of British electricity meters: the industry flow D0010 (Data Transfer Catalogue 15.4, Meter
 * Readings). Group 026 is an MPAN Core (J0003) with its validation, 028 a Meter Id (J0004) with a Reading Type (J0171), 030
 * a reading of a register, 032 what its validation came to. Times are clock time in Britain unless a zone is given.
 * The catalogue has no unit, multiplier or quantity for a register, so the unit is the one given, else the account's, and
 * the registers are named in a notice. Readings that failed validation, are suspect, withdrawn, or of maximum demand are
 * left out.
 * @throws Error when header or footer are missing or wrong, or --stamps is given
 */
export async function* d0010Rows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseStamps(context);
  const reader = createD0010Reader(flowZone(context), createFinder(context), context.unit);
  yield* flowRows(texts, 'D0010002', reader, context);
}

function createD0010Reader(zone: Zone, find: Meters['find'], unit: string | null): FlowReader {
  const registers = new Set<string>();
  let notValidated = 0;
  let lastLine = 0;
  let mpan: D0010Mpan | null = null;
  let meter: D0010Meter | null = null;
  let reading: D0010Reading | null = null;

  /** A reading is complete when a group comes that is not below it: its validation follows it. */
  const closeReading = (rows: SourceRow[]): void => {
    if (mpan !== null && meter !== null && reading !== null) {
      const row = d0010ReadingRow(mpan, meter, reading, { zone, find, unit });
      rows.push(row);
      if ([row.problem, row.unmatched, row.leftOut].every((reason) => reason === undefined)) {
        if (registers.size <= MOST_NAMED) registers.add(reading.register);
        if (mpan.status === 'U') notValidated += 1;
      }
    }
    reading = null;
  };
  /** Adds the row of a group that could not be read. */
  const bad = (group: FlowGroup, field: string, problem: string, rows: SourceRow[]): void => {
    rows.push(badLine(group, field, problem, mpan?.mpan ?? ''));
  };
  const openMpan = (group: FlowGroup, rows: SourceRow[]): void => {
    const [core = '', status = ''] = group.items;
    [mpan, meter] = [null, null];
    if (core === '') bad(group, 'MPAN Core', 'is required', rows);
    else if (!STATUSES.includes(status)) {
      bad(group, 'BSC Validation Status', `must be one of ${STATUSES.join(', ')}, got ${quoted(status)}`, rows);
    } else mpan = { mpan: core, status };
  };
  const openMeter = (group: FlowGroup, rows: SourceRow[]): void => {
    const [serial = '', type = ''] = group.items;
    meter = null;
    if (mpan === null) bad(group, 'group', 'is 028, but there is no group 026 before it that could be read', rows);
    else if (serial === '') bad(group, 'Meter Id', 'is required', rows);
    else if (!TYPES.includes(type)) {
      bad(group, 'Reading Type', `must be one of ${TYPES.join(', ')}, got ${quoted(type)}`, rows);
    } else meter = { serial, type };
  };
  const openReading = (group: FlowGroup, rows: SourceRow[]): void => {
    if (meter === null) {
      bad(group, 'group', 'is 030, but there is no group 028 before it that could be read', rows);
      return;
    }
    const [register = '', moment = '', value = '', resetAt = '', resets = '', flag = ''] = group.items;
    const isDemand = resetAt !== '' || resets !== '' || /^MD/i.test(register);
    reading = { line: group.line, register, moment, value, isDemand, flag, validation: null };
  };
  const validate = (group: FlowGroup, rows: SourceRow[]): void => {
    const [reason = '', status = ''] = group.items;
    if (reading !== null) reading = { ...reading, validation: { reason, status } };
    else bad(group, 'group', 'is 032, but there is no group 030 before it that could be read', rows);
  };

  return {
    read(group, rows) {
      lastLine = group.line;
      if (SITE_VISITS.includes(group.group)) return;
      if (group.group === '032') {
        validate(group, rows);
        return;
      }
      closeReading(rows);
      if (group.group === '026') openMpan(group, rows);
      else if (group.group === '028') openMeter(group, rows);
      else if (group.group === '030') openReading(group, rows);
      else {
        const known = '026, 027, 028, 029, 030, 032, 033 or ZPT';
        bad(group, 'group', `must be ${known}, got ${quoted(group.group)}`, rows);
      }
    },
    end(rows) {
      closeReading(rows);
      if (registers.size > 0) rows.push(noticeRow(lastLine, registersNotice([...registers])));
      if (notValidated > 0) {
        rows.push(
          noticeRow(
            lastLine,
            `readings that are not validated (BSC Validation Status U) are taken as they are: ${notValidated}`,
          ),
        );
      }
    },
  };
}

function registersNotice(registers: readonly string[]): string {
  const names = registers.slice(0, MOST_NAMED).join(', ') + (registers.length > MOST_NAMED ? ' …' : '');
  return `a D0010 does not say what a register counts (import, export, reactive energy) nor its multiplier, so all are taken as consumption as the meters show it; the registers are ${names}`;
}
