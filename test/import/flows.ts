/** A file of an industry flow with these groups, and the footer that fits. */
export function flow(code: 'D0036001' | 'D0010002', groups: readonly string[]): string {
  const header = `ZHV|0000475656|${code}|D|UDMS|X|MRCY|20240302153151||||OPER|`;
  return [header, ...groups, `ZPT|0000475656|${groups.length}||1|20240302154650|`, ''].join('\r\n');
}

/** The groups of a settlement date in a D0036, with a period for each text, written `A|1.5`. */
export function settlementDate(
  mpan: string,
  day: string,
  periods: readonly string[],
  quantity = 'AI',
): readonly string[] {
  return [`101|${mpan}|${quantity}|GMTR|`, `102|${day}|`, ...periods.map((period) => `103|${period}|`)];
}

/** The unusual fields of a D0010 reading. */
export interface GivenReading {
  readonly of?: string;
  readonly status?: string;
  readonly serial?: string;
  readonly type?: string;
  readonly register?: string;
  readonly at?: string;
  readonly value?: string;
  /** The items after the value: MD reset time and number, flag, method. */
  readonly rest?: string;
  /** The groups below the reading. */
  readonly below?: readonly string[];
}

/** The MPAN of a reading that names no other. */
export const MPAN = '1200023305967';

/** The groups of a reading in a D0010. */
export function reading(given: GivenReading): readonly string[] {
  const { of = MPAN, status = 'V', serial = 'F75A 00802', type = 'R', register = 'S' } = given;
  const { at = '20160222000000', value = '56311.0', rest = '|||T|N|', below = [] } = given;
  return [`026|${of}|${status}|`, `028|${serial}|${type}|`, `030|${register}|${at}|${value}${rest}`, ...below];
}
