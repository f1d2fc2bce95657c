import { Command } from 'commander';
import { buildSchema } from '../core/createCore.js';
import { openapiDocument } from '../rest/openapi/document.js';
import { configuration } from './withDatabase.js';

/** `udg openapi`: the description of the REST surface. */
export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the OpenAPI 3.1 document of the REST endpoints')
    .addHelpText('after', '\nExample:\n  udg openapi > openapi.json')
    .action(() => {
      const document = openapiDocument({ core: buildSchema(), ...configuration() });
      process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    });
}
