import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import { noticeRow, skippedRow, type SourceRow } from '../sourceRow.js';
import { createFinder, refuseStamps, type FormatContext } from './context.js';
import { readDate } from './daySpans.js';
import { flowRows, flowZone, type FlowGroup, type FlowReader } from './industryFlow.js';
import type { Meters } from './meters.js';
import { nemNumber, readMoment } from './nem.js';
import { badLine, inField, type Unreadable } from './reading.js';
import { registerRow } from './registerReading.js';

/** BSC Validation Status (DTC item J0022): validated, not validated, failed. */
const STATUSES = ['V', 'U', 'F'];
/** Reading Type (J0171). */
const TYPES = ['A', 'C', 'D', 'F', 'I', 'M', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'];
/** Groups of site visits, which have no readings. */
const SITE_VISITS = ['027', '029', '033'];
/** Registers that a notice names. */
const MAX_NAMED = 10;

/**
 * Reads register readings of British electricity meters: the industry flow D0010 (Data Transfer Catalogue 15.4, Meter
 * Readings).
 *
 * Group 026 is an MPAN Core (J0003) with its validation. Group 028 is a Meter Id (J0004) with a Reading Type (J0171).
 * Group 030 is a reading of a register. Group 032 is the result of its validation.
 *
 * Times are local times in Britain unless the zone option says otherwise. The catalogue has no unit, multiplier or
 * quantity for a register. So the unit is that of the option, else that of the account, and a notice names the
 * registers. Skips readings that failed validation, are suspect or withdrawn, or are of maximum demand.
 * @throws Error if header or footer are missing or wrong, or --stamps is given
 */
export async function* d0010Rows(
  texts: AsyncIterable<string>,
  context: FormatContext,
): AsyncGenerator<readonly SourceRow[]> {
  refuseStamps(context);
  const { unit } = context;
  const reader = new D0010Reader({ zone: flowZone(context), find: createFinder(context), unit });
  yield* flowRows(texts, 'D0010002', reader, context);
}

/** A metering point: a group 026. */
interface D0010Mpan {
  readonly mpan: string;
  /** BSC Validation Status (DTC item J0022): V, U or F. */
  readonly status: string;
}

/** A meter of a metering point: a group 028. */
interface D0010Meter {
  /** Meter Id (J0004). */
  readonly serial: string;
  /** Reading Type (J0171). */
  readonly type: string;
}

/** A reading of a meter: a group 030, with its group 032. */
interface D0010Reading {
  readonly line: number;
  /** Meter Register Id (J0010). */
  readonly register: string;
  /** Reading Date & Time (J0016). */
  readonly moment: string;
  /** Register Reading (J0040): the value on the register, without its multiplier. */
  readonly value: string;
  /** Whether the group states resets of a maximum demand register (J0044, J1013), or the register is called MD. */
  readonly isDemand: boolean;
  /** Meter Reading Flag (J0045): T valid, F suspect; it may be empty. */
  readonly flag: string;
  /** Meter Reading Reason Code (J0332) and Meter Reading Status (J0047: T valid, F suspect). */
  readonly validation: { readonly reason: string; readonly status: string } | null;
}

/** Values that all readings of a file share. */
interface D0010Context {
  readonly zone: Zone;
  readonly find: Meters['find'];
  /** Null: the unit of the account. */
  readonly unit: string | null;
}

/** Reads the groups of a file in order. A reading belongs to the group 028 before it, and that to a group 026. */
class D0010Reader implements FlowReader {
  readonly #context: D0010Context;
  readonly #registers = new Set<string>();
  #notValidated = 0;
  #lastLine = 0;
  #mpan: D0010Mpan | null = null;
  #meter: D0010Meter | null = null;
  #reading: D0010Reading | null = null;

  constructor(context: D0010Context) {
    this.#context = context;
  }

  read(group: FlowGroup, rows: SourceRow[]): void {
    this.#lastLine = group.line;
    if (SITE_VISITS.includes(group.group)) return;
    if (group.group === '032') {
      this.#validate(group, rows);
      return;
    }
    this.#closeReading(rows);
    if (group.group === '026') this.#openMpan(group, rows);
    else if (group.group === '028') this.#openMeter(group, rows);
    else if (group.group === '030') this.#openReading(group, rows);
    else {
      const allowed = '026, 027, 028, 029, 030, 032, 033 or ZPT';
      rows.push(this.#bad(group, 'group', `must be ${allowed}, got ${quoted(group.group)}`));
    }
  }

  end(rows: SourceRow[]): void {
    this.#closeReading(rows);
    if (this.#registers.size > 0) rows.push(noticeRow(this.#lastLine, registersNotice([...this.#registers])));
    if (this.#notValidated > 0) {
      const notice = `readings without validation (BSC Validation Status U), stored unchanged: ${this.#notValidated}`;
      rows.push(noticeRow(this.#lastLine, notice));
    }
  }

  #openMpan(group: FlowGroup, rows: SourceRow[]): void {
    const [core = '', status = ''] = group.items;
    this.#mpan = null;
    this.#meter = null;
    if (core === '') rows.push(this.#bad(group, 'MPAN Core', 'is required'));
    else if (!STATUSES.includes(status)) {
      const problem = `must be one of ${STATUSES.join(', ')}, got ${quoted(status)}`;
      rows.push(this.#bad(group, 'BSC Validation Status', problem));
    } else this.#mpan = { mpan: core, status };
  }

  #openMeter(group: FlowGroup, rows: SourceRow[]): void {
    const [serial = '', type = ''] = group.items;
    this.#meter = null;
    if (this.#mpan === null) {
      rows.push(this.#bad(group, 'group', 'is 028, but no readable group 026 comes before it'));
    } else if (serial === '') rows.push(this.#bad(group, 'Meter Id', 'is required'));
    else if (!TYPES.includes(type)) {
      rows.push(this.#bad(group, 'Reading Type', `must be one of ${TYPES.join(', ')}, got ${quoted(type)}`));
    } else this.#meter = { serial, type };
  }

  #openReading(group: FlowGroup, rows: SourceRow[]): void {
    if (this.#meter === null) {
      rows.push(this.#bad(group, 'group', 'is 030, but no readable group 028 comes before it'));
      return;
    }
    const { line, items } = group;
    const [register = '', moment = '', value = '', resetAt = '', resets = '', flag = ''] = items;
    const isDemand = resetAt !== '' || resets !== '' || /^MD/i.test(register);
    this.#reading = { line, register, moment, value, isDemand, flag, validation: null };
  }

  #validate(group: FlowGroup, rows: SourceRow[]): void {
    const [reason = '', status = ''] = group.items;
    if (this.#reading !== null) this.#reading = { ...this.#reading, validation: { reason, status } };
    else rows.push(this.#bad(group, 'group', 'is 032, but no readable group 030 comes before it'));
  }

  /** Adds the row of the open reading. Any group except a validation (032) completes the reading. */
  #closeReading(rows: SourceRow[]): void {
    const reading = this.#reading;
    this.#reading = null;
    if (this.#mpan === null || this.#meter === null || reading === null) return;
    const row = rowOfReading(this.#mpan, this.#meter, reading, this.#context);
    rows.push(row);
    if (row.problem !== undefined || row.unmatched !== undefined || row.skipped !== undefined) return;
    if (this.#registers.size <= MAX_NAMED) this.#registers.add(reading.register);
    if (this.#mpan.status === 'U') this.#notValidated += 1;
  }

  /** Returns the row of a group that cannot be read. */
  #bad(group: FlowGroup, field: string, problem: string): SourceRow {
    return badLine(group, { field, problem }, this.#mpan?.mpan ?? '');
  }
}

function registersNotice(registers: readonly string[]): string {
  const names = registers.slice(0, MAX_NAMED).join(', ') + (registers.length > MAX_NAMED ? ' …' : '');
  return `a D0010 does not state what a register measures (import, export or reactive energy), nor its multiplier. The import counts all registers as consumption, without a multiplier: ${names}`;
}

const DAY = 24 * 60 * 60_000;
/** Deemed or estimated, and the old supplier's estimate (J0171). */
const ESTIMATES = ['D', 'O'];
const WITHDRAWN = 'W';

/**
 * Returns the row of a reading. The register identifier combines the serial number, without spaces and in capitals,
 * with the register's name. So an exchanged meter begins new registers.
 */
function rowOfReading(
  { mpan, status }: D0010Mpan,
  { serial, type }: D0010Meter,
  reading: D0010Reading,
  { zone, find, unit }: D0010Context,
): SourceRow {
  const { line, register, moment, value } = reading;
  const reason = skipReason(status, type, reading);
  if (reason !== null) return skippedRow(line, `MPAN ${mpan} meter ${serial} register ${register}: ${reason}`);
  const wrongTime = `must be a valid date and time in ${zone.name}, such as 20240131000000, got ${quoted(moment)}`;
  const wrongValue = { field: 'Register Reading', problem: `must be a number of at least 0, got ${quoted(value)}` };
  const number = nemNumber(value);
  return registerRow({
    ...{ line, meter: mpan, name: register, unit },
    match: inField(find({ point: mpan, serial }, ['electricity']), 'MPAN Core'),
    register:
      register === ''
        ? { field: 'Meter Register Id', problem: 'is required' }
        : `${serial.replace(/\s+/g, '').toUpperCase()} ${register}`,
    span: readReadingTime(moment, zone) ?? { field: 'Reading Date & Time', problem: wrongTime, text: moment },
    value: number !== undefined && number >= 0 ? number : { ...wrongValue, text: number ?? value },
    isEstimated: wrongFlag(reading) ?? ESTIMATES.includes(type),
  });
}

function wrongFlag({ flag, validation }: D0010Reading): Unreadable | null {
  const flags = { 'Meter Reading Flag': flag, 'Meter Reading Status': validation?.status ?? '' };
  const [field, text] = Object.entries(flags).find(([, given]) => !['', 'T', 'F'].includes(given)) ?? [];
  return field === undefined ? null : { field, problem: `must be T or F, got ${quoted(text ?? '')}`, text };
}

/**
 * Returns why the import skips a reading; null: the reading becomes a record. The flag of group 030 is the result of
 * the first check. The status of group 032 is final and takes precedence (J0047).
 */
function skipReason(status: string, type: string, reading: D0010Reading): string | null {
  if (status === 'F') return 'failed validation (BSC Validation Status F)';
  if (type === WITHDRAWN) return 'withdrawn (Reading Type W); a reading from an earlier import stays stored';
  const { flag, validation, isDemand } = reading;
  const checked = validation?.status ?? '';
  if ((checked === '' ? flag : checked) === 'F') {
    const code = validation?.reason ?? '';
    return code === '' ? 'suspect' : `suspect (Meter Reading Reason Code ${code})`;
  }
  return isDemand ? 'maximum demand' : null;
}

/**
 * Reads `20240131000000` as ISO 8601 UTC. One second before midnight means the following midnight: half-hourly data
 * collectors write it so (J0016, notes). Null: no such moment exists.
 */
function readReadingTime(text: string, zone: Zone): string | null {
  const day = /^\d{8}235959$/.test(text) ? readDate(text.slice(0, 8)) : null;
  if (day === null) return readMoment(text, zone);
  const next = new Date(day + DAY).toISOString().slice(0, 10).replaceAll('-', '');
  return readMoment(`${next}000000`, zone);
}
