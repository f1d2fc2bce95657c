import { printSchema } from 'graphql';
import { buildSchema } from './createCore.js';

/** The derived schema as SDL: what `schema/generated.graphql` holds. */
export function printDerivedSchema(): string {
  return `# Derived from schema/types; \`npm run generate\` writes it.\n\n${printSchema(buildSchema().schema)}\n`;
}
