import { Command } from 'commander';
import { printDerivedSchema } from '../core/printSchema.js';

/** `udg schema`: the derived GraphQL schema. */
export function schemaCommand(): Command {
  return new Command('schema')
    .description('print the GraphQL schema as SDL')
    .addHelpText('after', '\nExample:\n  udg schema > schema.graphql')
    .action(() => {
      process.stdout.write(printDerivedSchema());
    });
}
