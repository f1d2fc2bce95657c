import type { JsonObject, JsonValue } from './records.js';

/** 6 decimals, half away from zero; never −0. */
export function rounded(value: number): number {
  const size = Number(Math.abs(value).toFixed(6));
  return size === 0 ? 0 : Math.sign(value) * size;
}

function roundedValue(value: JsonValue): JsonValue {
  if (typeof value === 'number') return rounded(value);
  if (value === null || typeof value !== 'object') return value;
  return isList(value) ? value.map(roundedValue) : roundedBody(value);
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** Every number of a body, rounded where it leaves the service. */
export const roundedBody = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([key, value]) => [key, roundedValue(value)]));
