/** Usual names of the columns that say whose data a line is and what it is, as {@link plainName} gives them. */
export const METER_COLUMNS = {
  point: [
    'mpan',
    'mpancore',
    'mprn',
    'mpr',
    'meterpointnumber',
    'meterpointreference',
    'meterpoint',
    'nmi',
    'icp',
    'esiid',
  ],
  serial: ['msn', 'serial', 'serialno', 'serialnumber', 'meterserialnumber', 'meterserial', 'devicenumber'],
  either: ['meter', 'meterid', 'meternumber'],
  unit: ['unit', 'units', 'uom', 'unitofmeasure'],
  estimated: ['estimated', 'isestimated', 'quality', 'qualityflag', 'flag', 'actualestimated', 'ae'],
} as const;

const FLAGS: Readonly<Record<string, boolean>> = {
  '': false,
  a: false,
  actual: false,
  false: false,
  n: false,
  no: false,
  e: true,
  est: true,
  estimate: true,
  estimated: true,
  true: true,
  y: true,
  yes: true,
};

/** Whether a flag says that a value is an estimate; undefined when it says neither. */
export function readFlag(text: string): boolean | undefined {
  return FLAGS[text.toLowerCase()];
}

/** A name of a column without case, spaces, underscores and dashes. */
export function plainName(label: string): string {
  return label.toLowerCase().replace(/[\s_.-]/g, '');
}
