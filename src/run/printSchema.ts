import { printSchema } from 'graphql';
import { buildSchema } from './createCore.js';

/** Returns the derived schema as SDL, the content of `schema/generated.graphql`. */
export function printDerivedSchema(): string {
  return `# Derived from schema/types; \`npm run generate\` writes it.\n\n${printSchema(buildSchema().schema)}\n`;
}
