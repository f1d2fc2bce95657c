import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { countPeriods, GRANULARITIES, rangeOf } from '../consumption/periods.js';
import { CAPACITY_FIELDS } from '../consumption/demand.js';
import { isIncluded } from './arguments.js';

/** What a selection is part of. */
export interface DocumentParts {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Whether `endDate` of figures names the last day included. */
  readonly endDateIncluded: boolean;
}

/** The same figures of another time. */
const SHIFTED = ['previous', 'yearEarlier'];

/**
 * The periods that figures are asked for: those of the granularity, a year for each that another time touches; and where
 * demand and capacity are selected, which need every day's half-hours, no fewer than days.
 * @throws AppError invalid-parameter when the dates make none
 */
export function countFigurePeriods(
  { startDate, endDate, granularity }: Readonly<Record<string, unknown>>,
  selection: SelectionSetNode | undefined,
  document: DocumentParts,
): number {
  const dates = { startDate: String(startDate), endDate: String(endDate) };
  const range = rangeOf(dates, document.endDateIncluded);
  const fields = fieldsOf([selection], document);
  const below = (name: string): readonly FieldNode[] =>
    fieldsOf(
      fields.filter((field) => field.name.value === name).map(({ selectionSet }) => selectionSet),
      document,
    );
  const withDays = (periods: number, own: readonly FieldNode[]): number =>
    own.some(({ name }) => CAPACITY_FIELDS.includes(name.value)) ? Math.max(periods, range.to - range.from) : periods;
  const own = countPeriods(range, GRANULARITIES.find((name) => name === granularity) ?? 'monthly');
  const shifted = SHIFTED.map(below).filter((selected) => selected.length > 0);
  return shifted.reduce(
    (sum, selected) => sum + withDays(countPeriods(range, 'yearly'), selected),
    withDays(own, [...fields, ...below('data')]),
  );
}

/** The fields of selections, those of fragments too, each fragment once. */
function fieldsOf(
  sets: readonly (SelectionSetNode | undefined)[],
  { fragments, variables }: DocumentParts,
): readonly FieldNode[] {
  const fields: FieldNode[] = [];
  const seen = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (!isIncluded(node, variables)) continue;
      if (node.kind === Kind.FIELD) fields.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value);
        collect(fragments[node.name.value]?.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return fields;
}
