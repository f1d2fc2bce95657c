import { quoted } from '../../errors/suggest.js';
import type { Zone } from '../../values/zone.js';
import type { SourceRow } from '../sourceRow.js';
import { readDate } from './daySpans.js';
import { SOURCE, stableId, type Found, type Meters } from './meters.js';
import { nemNumber } from './nem.js';
import { readMoment } from './nem.js';
import { READING_NAMES } from './nem13.js';

/** A metering point: a group 026. */
export interface D0010Mpan {
  readonly mpan: string;
  /** BSC Validation Status (DTC item J0022): V, U or F. */
  readonly status: string;
}

/** A meter of it: a group 028. */
export interface D0010Meter {
  /** Meter Id (J0004). */
  readonly serial: string;
  /** Reading Type (J0171). */
  readonly type: string;
}

/** A reading of it: a group 030, with its group 032. */
export interface D0010Reading {
  readonly line: number;
  /** Meter Register Id (J0010). */
  readonly register: string;
  /** Reading Date & Time (J0016). */
  readonly moment: string;
  /** Register Reading (J0040): what the register shows, without its multiplier. */
  readonly value: string;
  /** Whether resets of a maximum demand register are stated with it (J0044, J1013), or it is called MD. */
  readonly isDemand: boolean;
  /** Meter Reading Flag (J0045): T valid, F suspect; it may be empty. */
  readonly flag: string;
  /** Meter Reading Reason Code (J0332) and Meter Reading Status (J0047: T valid, F suspect). */
  readonly validation: { readonly reason: string; readonly status: string } | null;
}

/** What readings of a file have in common. */
export interface D0010Context {
  readonly zone: Zone;
  readonly find: Meters['find'];
  /** Null: the account's. */
  readonly unit: string | null;
}

const DAY = 24 * 60 * 60_000;
/** Deemed or estimated, and the old supplier's estimate (J0171). */
const ESTIMATES = ['D', 'O'];
const WITHDRAWN = 'W';

/**
 * The row of a reading. Its register is the meter's serial number, without spaces and in capitals, and the register's name
 * in the meter, so that an exchanged meter begins new registers.
 */
export function d0010ReadingRow(
  { mpan, status }: D0010Mpan,
  { serial, type }: D0010Meter,
  reading: D0010Reading,
  { zone, find, unit }: D0010Context,
): SourceRow {
  const { line, register, moment, value } = reading;
  const submittedAt = readReadingTime(moment, zone);
  const number = nemNumber(value);
  const registerId = register === '' ? null : `${serial.replace(/\s+/g, '').toUpperCase()} ${register}`;
  const row = (accountId: string | null, _id: string | null): SourceRow => {
    const record: Readonly<Record<string, unknown>> = {
      ...{ _id, accountId, submittedAt: submittedAt ?? moment, value: number ?? value },
      ...{ type: ESTIMATES.includes(type) ? 'E' : 'A', units: unit, name: register, source: SOURCE, registerId },
    };
    return { line, names: READING_NAMES, values: READING_NAMES.map((name) => record[name]) };
  };
  // It has no `_id`, which is made of what a mended row says.
  const bad = (field: string, problem: string, found?: Found): SourceRow => {
    const of = found ?? find({ point: mpan, serial }, ['electricity']);
    return { ...row('account' in of ? of.account.id : null, null), meter: mpan, field, problem };
  };

  if (registerId === null) return bad('Meter Register Id', 'is required');
  const [flagged, checked] = [reading.flag, reading.validation?.status ?? ''];
  if (!['', 'T', 'F'].includes(flagged)) return bad('Meter Reading Flag', `must be T or F, got ${quoted(flagged)}`);
  if (!['', 'T', 'F'].includes(checked)) return bad('Meter Reading Status', `must be T or F, got ${quoted(checked)}`);
  const reason = skipReason(status, type, reading);
  if (reason !== null) {
    return { ...row(null, null), skipped: `MPAN ${mpan} meter ${serial} register ${register}: ${reason}` };
  }
  const found = find({ point: mpan, serial }, ['electricity']);
  if ('problem' in found) return bad('MPAN Core', found.problem, found);
  if ('unmatched' in found) return { ...row(null, null), meter: mpan, unmatched: found.unmatched };
  if (submittedAt === null) {
    const form = 'must be a date and time such as 20240131000000';
    return bad('Reading Date & Time', `${form} that clocks in ${zone.name} show, got ${quoted(moment)}`, found);
  }
  if (number === undefined || number < 0) {
    return bad('Register Reading', `must be a number from 0 on, got ${quoted(value)}`, found);
  }
  const { id } = found.account;
  return row(id, stableId(id, submittedAt, registerId, SOURCE));
}

/**
 * Why a reading is no record of ours. A flag that says suspect is what the first check found; the status of group 032,
 * where there is one, is what it came to (J0047).
 */
function skipReason(status: string, type: string, reading: D0010Reading): string | null {
  if (status === 'F') return 'failed validation (BSC Validation Status F)';
  if (type === WITHDRAWN) return 'withdrawn (Reading Type W); where it was imported before, it still counts';
  const { flag, validation, isDemand } = reading;
  const checked = validation?.status ?? '';
  if ((checked === '' ? flag : checked) === 'F') {
    const code = validation?.reason ?? '';
    return code === '' ? 'suspect' : `suspect (Meter Reading Reason Code ${code})`;
  }
  return isDemand ? 'maximum demand' : null;
}

/**
 * Reads `20240131000000`. One second before midnight is the midnight that follows: half-hourly data collectors write it so
 * (J0016, notes). Null when there is no such moment.
 */
function readReadingTime(text: string, zone: Zone): string | null {
  const day = /^\d{8}235959$/.test(text) ? readDate(text.slice(0, 8)) : null;
  if (day === null) return readMoment(text, zone);
  const next = new Date(day + DAY).toISOString().slice(0, 10).replaceAll('-', '');
  return readMoment(`${next}000000`, zone);
}
