import {
  getNamedType,
  getNullableType,
  type GraphQLResolveInfo,
  isObjectType,
  Kind,
  TypeNameMetaFieldDef,
} from 'graphql';
import { type SelectedFields, selectedFigures, type Selection } from '../consumption/fieldNames.js';
import { type Columns, jsonColumns, readColumns } from '../data/columns.js';
import type { JsonMember } from '../data/recordJson.js';
import type { Column, Resource, Resources, SortKey } from '../data/resource.js';
import { planField, type PlannedField, type Variables } from './selection.js';
import { FIGURES_TYPE, PAGE_SUFFIX } from './names.js';

/** The data that a field needs, derived once from its selection. It only decides which rows and columns to read. */
export interface FieldPlan {
  /** Its path in the answer, without positions of list items. */
  readonly fieldPath: string;
  readonly selection: Selection;
  /** The selected figures; empty for a field of another type. */
  readonly figures: SelectedFields;
  /** Whether the field is a page whose `total` is selected. */
  readonly total: boolean;
  /** Columns of the record or the page's records, with identifiers of links; undefined: the selection has no records. */
  readonly columns: Columns | undefined;
  /** Returns the columns plus those of sort keys. */
  readonly columnsWith: (keys: readonly SortKey[]) => Columns;
}

/** The `info` that graphql-js passes to a resolver. Our executor adds the field's plan. */
export type FieldInfo = GraphQLResolveInfo & { readonly planned?: FieldPlan };

export interface FieldPlanner {
  /** Describes a field for our executor. @param isJson whether records are written as JSON from the bytes of their rows */
  readonly describe: (field: PlannedField, isJson: boolean) => FieldPlan;
  /** Returns the plan of the field being resolved. With another executor, this computes it for each call. */
  readonly planOf: (info: FieldInfo) => FieldPlan;
  /** Returns the path of the plan. With another executor, this is cheaper than the plan. */
  readonly fieldPathOf: (info: FieldInfo) => string;
}

/** Creates the planner of the fields of all resources. */
export function fieldPlanner(resources: Resources): FieldPlanner {
  const describe = (field: PlannedField, takesJson: boolean): FieldPlan => {
    const selection = selectionOf(field.fields(), field.variables);
    const type = getNamedType(field.definition.type).name;
    const isPage = type.endsWith(PAGE_SUFFIX);
    const resource = resources.get(isPage ? type.slice(0, -PAGE_SUFFIX.length) : type);
    const recordSelection = isPage ? selection.get('data') : selection;
    const columns = resource && recordSelection && columnsFor(resource, recordSelection);
    const fields = isPage ? recordsOf(field) : field.fields();
    const members = takesJson && resource && fields ? jsonSelection(resource, fields) : undefined;
    const columnsWith = withKeys(columns ?? [], members);
    return {
      fieldPath: field.fieldPath,
      selection,
      figures: selectedFigures(type === FIGURES_TYPE ? selection : new Map()),
      total: isPage && selection.has('total'),
      columns: columns && columnsWith([]),
      columnsWith,
    };
  };
  const fieldPathOf = ({ planned, path }: FieldInfo): string => planned?.fieldPath ?? fieldPathFrom(path);
  return {
    describe,
    fieldPathOf,
    planOf(info) {
      if (info.planned) return info.planned;
      const { schema, fragments, variableValues, parentType, fieldNodes } = info;
      const context = { schema, fragments, variables: variableValues };
      const field = planField(context, parentType, fieldNodes, fieldPathOf(info));
      if (!field) throw new Error(`${parentType.name}.${info.fieldName} is not selected`);
      return describe(field, false);
    },
  };
}

/** Returns the selection of a page's records; undefined if there is no selection, or several under different names. */
function recordsOf(page: PlannedField): readonly PlannedField[] | undefined {
  const [data, another] = page.fields().filter(({ definition }) => definition.name === 'data');
  return another ? undefined : data?.fields();
}

/** Returns a path without the positions of list items. */
function fieldPathFrom({ prev, key }: GraphQLResolveInfo['path']): string {
  const before = prev ? fieldPathFrom(prev) : '';
  if (typeof key === 'number') return before;
  return before === '' ? key : `${before}.${key}`;
}

/** Returns the selection by field name: aliases of one field are merged. It omits fields whose argument `when` is false. */
function selectionOf(fields: readonly PlannedField[], variables: Variables): Selection {
  const selection = new Map<string, Selection>();
  for (const field of fields) {
    if (isOff(field, variables)) continue;
    const { name } = field.definition;
    const below = selectionOf(field.fields(), variables);
    const existing = selection.get(name);
    selection.set(name, existing ? merged(existing, below) : below);
  }
  return selection;
}

function merged(one: Selection, other: Selection): Selection {
  const both = new Map(one);
  for (const [name, below] of other) {
    const existing = both.get(name);
    both.set(name, existing ? merged(existing, below) : below);
  }
  return both;
}

function isOff({ nodes }: PlannedField, variables: Variables): boolean {
  return nodes.every((node) => {
    const when = node.arguments?.find(({ name }) => name.value === 'when')?.value;
    if (when?.kind === Kind.BOOLEAN) return !when.value;
    return when?.kind === Kind.VARIABLE && variables[when.name.value] === false;
  });
}

/** Returns the columns that a selection of a resource needs, with identifiers of links; at least one. */
function columnsFor(resource: Resource, selection: Selection): readonly Column[] {
  const paths = new Set<string>();
  const collect = (below: Selection, prefix: string): void => {
    for (const [name, inner] of below) {
      const path = prefix + name;
      const link = resource.links.get(path);
      if (link) paths.add(link.many ? '_id' : link.path);
      else if (prefix === '' && resource.computed.has(name)) {
        for (const of of resource.computed.get(name) ?? []) paths.add(of);
      } else if (resource.columns.has(path)) paths.add(path);
      else collect(inner, `${path}.`);
    }
  };
  collect(selection, '');
  // If only `__typename` of a nested object is selected, a column must still show whether the object is null.
  const roots = new Set([...paths].map((path) => path.split('.')[0]));
  for (const name of selection.keys()) {
    const nested = [...resource.columns.keys()].find((path) => path.startsWith(`${name}.`));
    if (nested !== undefined && !roots.has(name)) paths.add(nested);
  }
  if (paths.size === 0) paths.add('_id');
  return [...paths].flatMap((path) => resource.columns.get(path) ?? []);
}

/** Returns {@link FieldPlan.columnsWith}. It caches the columns of each order, because a resource has few. */
function withKeys(columns: readonly Column[], members: readonly JsonMember[] | undefined): FieldPlan['columnsWith'] {
  const cached = new Map<string, Columns>();
  const make = (keys: readonly Column[]): Columns =>
    members ? jsonColumns(members, columns, keys) : readColumns([...new Set([...columns, ...keys])]);
  return (keys) => {
    // A sort by `_id` names this column twice.
    const keyColumns = [...new Set(keys.map(({ column }) => column))];
    const name = keyColumns.map(({ path }) => path).join();
    const result = cached.get(name) ?? make(keyColumns);
    cached.set(name, result);
    return result;
  };
}

/**
 * Returns the selection of a record as members of a JSON object that the service writes from the bytes of the row. Most
 * lists select only stored fields.
 * @returns undefined if a selected field needs a resolver or a computation
 */
function jsonSelection(resource: Resource, fields: readonly PlannedField[]): readonly JsonMember[] | undefined {
  return membersOf(resource, fields, '');
}

function membersOf(
  resource: Resource,
  fields: readonly PlannedField[],
  prefix: string,
): readonly JsonMember[] | undefined {
  const members: JsonMember[] = [];
  for (const field of fields) {
    const { responseName: name, definition } = field;
    const value =
      definition.name === TypeNameMetaFieldDef.name
        ? field.parentType.name
        : valueOf(resource, field, prefix + definition.name);
    if (value === undefined) return undefined;
    members.push({ name, value });
  }
  return members;
}

function valueOf(resource: Resource, field: PlannedField, path: string): JsonMember['value'] | undefined {
  const { type, resolve, args } = field.definition;
  if (resolve || args.length > 0) return undefined;
  const column = resource.columns.get(path);
  if (column) return isWritten(column) ? column : undefined;
  const objectType = getNullableType(type);
  return isObjectType(objectType) ? membersOf(resource, field.fields(), `${path}.`) : undefined;
}

/** Whether the writer supports a column: not objects in lists, whose stored JSON has another form, and only lists of texts. */
function isWritten({ kind, list }: Column): boolean {
  if (kind === 'records') return false;
  return !list || kind === 'text' || kind === 'choice';
}
