import { Command } from 'commander';
import { context } from './commandContext.js';
import { configuration } from './withDatabase.js';

/** Builds `udg openapi`, which prints the OpenAPI document. */
export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the OpenAPI 3.1 document of the REST endpoints')
    .addHelpText('after', '\nExample:\n  udg openapi > openapi.json')
    .action(async () => {
      const config = configuration();
      const { buildSchema } = await import('../run/createCore.js');
      const { openapiDocument } = await import('../rest/openapi/document.js');
      const document = openapiDocument({ core: buildSchema(), ...config });
      context().stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    });
}
