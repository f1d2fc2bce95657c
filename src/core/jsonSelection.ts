import { getNullableType, isObjectType, TypeNameMetaFieldDef } from 'graphql';
import type { JsonMember } from '../data/jsonRow.js';
import type { Column, Resource } from '../data/resource.js';
import type { PlannedField } from './execution/plan.js';

/**
 * What is selected of a record, as members of the JSON object that the database may write instead of handing over each
 * value: most lists ask for nothing but what is stored.
 * @returns undefined where anything has to be resolved, or worked out of what is stored
 */
export function jsonSelection(resource: Resource, fields: readonly PlannedField[]): readonly JsonMember[] | undefined {
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
  const own = getNullableType(type);
  return isObjectType(own) ? membersOf(resource, field.fields(), `${path}.`) : undefined;
}

/** Objects in lists are stored as JSON of another form, and of lists only those of texts are as they are written. */
function isWritten({ kind, list }: Column): boolean {
  if (kind === 'records') return false;
  return !list || kind === 'text' || kind === 'choice';
}
