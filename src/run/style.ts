import { getNullableType, type GraphQLLeafType, isListType } from 'graphql';
import { cell } from '../values/csv.js';
import { ARRAY, leafWriter, type Marks, leafSerializer, type WriteLeaf } from './json.js';
import { leavesOf, type PlannedField } from '../plan/selection.js';

/** The formats of answers: JSON, or a line for each element of the root field's `data`. */
export const FORMATS = ['json', 'csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** How the fields of an object are written. */
export interface Style {
  readonly open: string;
  readonly close: string;
  /** What stands before a field's value. @param index its number in the selection */
  readonly keyOf: (field: PlannedField, index: number) => string;
  /** What stands for a field that is null. */
  readonly nullOf: (field: PlannedField) => string;
  /** Whether it is JSON, which the database may have written. */
  readonly isJson: boolean;
  /** Whether a list is one cell of a line. */
  readonly isCell: boolean;
  readonly leafWriter: (type: GraphQLLeafType) => WriteLeaf;
  /** The text around a list. */
  readonly marks: Marks;
  /** How objects of a field are written. */
  readonly below: (field: PlannedField) => Style;
  /** Which of the fields are written. */
  readonly isWritten: (field: PlannedField) => boolean;
}

export const JSON_STYLE: Style = {
  open: '{',
  close: '}',
  keyOf: ({ responseName }, index) => `${index === 0 ? '' : ','}"${responseName}":`,
  nullOf: () => 'null',
  isJson: true,
  isCell: false,
  leafWriter,
  marks: ARRAY,
  below: () => JSON_STYLE,
  isWritten: () => true,
};

/** The cells of a line: a leaf each, and a list each, which is written as JSON where it is of objects. */
const CELLS: Style = {
  open: '',
  close: '',
  keyOf: (_, index) => (index === 0 ? '' : ','),
  nullOf: (field) => ','.repeat(columnsOf(field).length - 1),
  isJson: false,
  isCell: true,
  leafWriter(type) {
    const serialize = leafSerializer(type);
    return (value) => cell(serialize(value));
  },
  marks: ARRAY,
  below: (field) => (isList(field) ? JSON_STYLE : CELLS),
  isWritten: () => true,
};

/** The `data` of a page or of figures as lines; nothing else of it. */
function linesOf(row: Style, lineEnd: string): Style {
  return {
    ...row,
    open: '',
    close: '',
    keyOf: () => '',
    nullOf: () => '',
    isCell: false,
    marks: { open: '', separator: lineEnd, end: lineEnd, close: '' },
    below: () => row,
    isWritten: ({ definition }) => definition.name === 'data',
  };
}

/** How the root fields of an operation are written. */
export const ROOT_STYLES: Readonly<Record<Format, Style>> = {
  json: JSON_STYLE,
  csv: withRoot(linesOf(CELLS, '\r\n')),
  ndjson: withRoot(linesOf(JSON_STYLE, '\n')),
};

function withRoot(style: Style): Style {
  return { ...JSON_STYLE, below: () => style };
}

/** Whether a field is a list, which is one cell of CSV. */
function isList({ definition }: PlannedField): boolean {
  return isListType(getNullableType(definition.type));
}

/** Where a column's value stands in an element of `data`: names as they are answered. */
export type ColumnPath = readonly string[];

/** The columns of CSV, in the order of the cells: each leaf of the elements of the root field's `data`, and each list. */
export function csvColumns([root]: readonly PlannedField[]): readonly ColumnPath[] {
  const data = root?.fields().find(({ definition }) => definition.name === 'data');
  return data ? data.fields().flatMap(columnsOf) : [];
}

function columnsOf(field: PlannedField): readonly ColumnPath[] {
  return leavesOf([field], (one) => !isList(one));
}
