import { expect } from 'vitest';
import type { Json } from '../../support/server.js';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value as an object, and fails the test for any other value. */
export function objectOf(value: unknown): Json {
  if (isObject(value)) return value;
  return expect.fail(`${JSON.stringify(value)} is not an object`);
}

/** A field by its dotted path. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => objectOf(inner)[name], value);

/** A list of objects by its dotted path. */
export function listAt(value: unknown, path: string): readonly Json[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list.map(objectOf) : expect.fail(`${path} is not a list: ${JSON.stringify(list)}`);
}

/** A number by its dotted path. */
export function numberAt(value: unknown, path: string): number {
  const found = valueAt(value, path);
  return typeof found === 'number' ? found : expect.fail(`${path} is not a number: ${JSON.stringify(found)}`);
}
