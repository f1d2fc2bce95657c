import { Command, InvalidArgumentError } from 'commander';
import { context } from './commandContext.js';
import { configuration } from './withDatabase.js';

const SERVER = 'http://127.0.0.1:4000';

const EXAMPLES = `
Examples:
  udg openapi > openapi.json
  udg openapi --postman --server https://gateway.example.com > postman.json`;

/** Builds `udg openapi`, which prints the OpenAPI document or a Postman collection. */
export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the OpenAPI 3.1 document of the REST endpoints')
    .option('--postman', 'print a Postman collection (format 2.1) instead, with a request for each endpoint')
    .option('--server <url>', 'the address of the service in the collection', readServer, SERVER)
    .addHelpText('after', EXAMPLES)
    .action(
      async (
        { postman = false, server }: { readonly postman?: boolean; readonly server: string },
        command: Command,
      ) => {
        if (!postman && command.getOptionValueSource('server') !== 'default') {
          command.error('error: --server needs --postman: the OpenAPI document has a relative address.');
        }
        const config = configuration();
        const { buildSchema } = await import('../run/createCore.js');
        const { openapiDocument } = await import('../rest/openapi/document.js');
        const { postmanCollection } = await import('../rest/openapi/postman.js');
        const document = openapiDocument({ core: buildSchema(), ...config });
        const printed = postman ? postmanCollection(document, server) : document;
        context().stdout.write(`${JSON.stringify(printed, null, 2)}\n`);
      },
    );
}

/** @throws InvalidArgumentError unless it is an http or https address without path, query or user */
function readServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isServer = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isServer) return url.origin;
  throw new InvalidArgumentError(`It must be an address such as ${SERVER}, got ${JSON.stringify(text)}.`);
}

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
