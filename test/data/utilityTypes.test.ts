import { isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { buildSchema } from '../../src/run/createCore.js';
import { UTILITY_TYPES } from '../../src/data/utilityTypes.js';

const { schema } = buildSchema();

function valuesOf(name: string): readonly string[] {
  const type = schema.getType(name);
  return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
}

it('the utility types equal those of the schema, and intervals have one of them or "other"', () => {
  expect(valuesOf('UtilityType')).toEqual(UTILITY_TYPES);
  expect(valuesOf('IntervalType')).toEqual([...UTILITY_TYPES, 'other']);
});
