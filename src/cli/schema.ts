import { Command } from 'commander';
import { context } from './commandContext.js';

/** Builds `udg schema`, which prints the derived GraphQL schema. */
export function schemaCommand(): Command {
  return new Command('schema')
    .description('print the GraphQL schema as SDL')
    .addHelpText('after', '\nExample:\n  udg schema > schema.graphql')
    .action(async () => {
      const { printDerivedSchema } = await import('../run/createCore.js');
      context().stdout.write(printDerivedSchema());
    });
}
