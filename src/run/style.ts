import type { PlannedField } from '../plan/selection.js';
import { ARRAY, type Delimiters } from './json.js';

/** The formats of answers: JSON, a line for each element of the root field's `data`, or these elements without text. */
export const FORMATS = ['json', 'ndjson', 'rows'] as const;
export type Format = (typeof FORMATS)[number];
export type TextFormat = Exclude<Format, 'rows'>;

/** How the fields of an object are written. */
export interface Style {
  readonly open: string;
  readonly close: string;
  /** Returns the text before a field's value. @param index its position in the selection */
  readonly keyOf: (field: PlannedField, index: number) => string;
  /** The text of a null field. */
  readonly nullText: string;
  /** The text around a list. */
  readonly delimiters: Delimiters;
  /** Returns the style of the objects of a field. */
  readonly below: () => Style;
  /** Whether a field is written. */
  readonly isWritten: (field: PlannedField) => boolean;
}

const JSON_STYLE: Style = {
  open: '{',
  close: '}',
  keyOf: ({ responseName }, index) => `${index === 0 ? '' : ','}"${responseName}":`,
  nullText: 'null',
  delimiters: ARRAY,
  below: () => JSON_STYLE,
  isWritten: () => true,
};

/** Writes only the `data` of a page or of figures, one line for each element. */
const LINES: Style = {
  open: '',
  close: '',
  keyOf: () => '',
  nullText: '',
  delimiters: { open: '', separator: '\n', end: '\n', close: '' },
  below: () => JSON_STYLE,
  isWritten: ({ definition }) => definition.name === 'data',
};

/** The styles of the root fields of an operation, by format. */
export const ROOT_STYLES: Readonly<Record<TextFormat, Style>> = {
  json: JSON_STYLE,
  ndjson: { ...JSON_STYLE, below: () => LINES },
};
