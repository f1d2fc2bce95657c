import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLString,
  isSpecifiedScalarType,
  type GraphQLLeafType,
} from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import { quoted } from './text.js';

/** Writes a value that is not null, nor undefined. */
export type WriteLeaf = (value: unknown) => string;

/**
 * How the values of a scalar or enum are written as JSON: as `serialize` of graphql-js gives them, which the built-in types
 * do to values of their own JavaScript type by leaving them as they are.
 * @returns throws what `serialize` throws, and an Error where it gives null
 */
export function leafWriter(type: GraphQLLeafType): WriteLeaf {
  const write: WriteLeaf = (value) => {
    const serialized: unknown = type.serialize(value);
    if (serialized === undefined || serialized === null) {
      const call = `${inspect(type)}.serialize(${inspect(value)})`;
      throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${inspect(serialized)}`);
    }
    return typeof serialized === 'string' ? quoted(serialized) : JSON.stringify(serialized);
  };
  if (!isSpecifiedScalarType(type)) return write;
  switch (type.name) {
    case GraphQLID.name:
    case GraphQLString.name:
      return (value) => (typeof value === 'string' ? quoted(value) : write(value));
    case GraphQLFloat.name:
      return (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : write(value));
    case GraphQLBoolean.name:
      return (value) => (typeof value === 'boolean' ? String(value) : write(value));
    default:
      return write;
  }
}
