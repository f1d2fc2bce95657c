import { Command } from 'commander';
import { CommandError, print } from './output.js';
import type { PlanOptions, PrintedField, PrintedPlan } from './planRequest.js';
import { nameListOption } from './values.js';
import { withDatabase } from './withDatabase.js';

interface Options extends PlanOptions {
  readonly json?: boolean;
}

/** Builds `udg plan`, which prints the plan of a request and its SQL statements. */
export function planCommand(): Command {
  return new Command('plan')
    .description('print the plan of a request: cost, fields and SQL statements')
    .argument('[request]', 'a request of the REST API, such as "GET /2.0/accounts?limit=5"')
    .option('--graphql <file>', 'a GraphQL document instead; - is standard input')
    .option('--operation <name>', 'the operation of a document that has several')
    .option('--variables <json>', 'the variables of the document, as a JSON object')
    .option(
      '--company <id>',
      'see the data as a key of this company, by identifier or name; may be repeated; default: all',
      nameListOption,
      [],
    )
    .option('--json', 'print the plan as JSON')
    .addHelpText(
      'after',
      '\nThe command runs the request, with every scope, on the configured database.\n\nExample:\n  udg plan "GET /2.0/accounts?limit=5"',
    )
    .action(async (request: string | undefined, options: Options) => {
      if ((request === undefined) === (options.graphql === undefined)) {
        throw new CommandError('Give a request, such as "GET /2.0/accounts?limit=5", or --graphql with a file.', 2);
      }
      if (request !== undefined && (options.operation ?? options.variables) !== undefined) {
        throw new CommandError('--operation and --variables need --graphql.', 2);
      }
      const { planOf } = await import('./planRequest.js');
      const plan = await withDatabase((database, config) => planOf(request, options, database, config));
      print(options.json, plan, inWords(plan));
    });
}

function inWords({
  operation,
  size,
  isOfOneSnapshot,
  fields,
  csvColumns,
  statements,
  errors,
}: PrintedPlan): readonly string[] {
  const { cost, depth, aliases, rootFields, periods } = size;
  return [
    operation,
    `Size: cost ${cost}, depth ${depth}, aliases ${aliases}, root fields ${rootFields}, periods ${periods}`,
    isOfOneSnapshot
      ? 'Snapshots: one'
      : 'Snapshots: several; the service repeats the request if the data changes in between',
    'Fields:',
    ...fields.flatMap((field) => fieldLines(field, '  ')),
    ...(csvColumns.length > 0 ? [`Columns of CSV: ${csvColumns.join(', ')}`] : []),
    ...(errors.length > 0 ? errors.map((message) => `Error: ${message}`) : []),
    `Statements: ${statements.length}`,
    ...statements.map(({ sql, ms }, index) => `${index + 1}. ${ms.toFixed(1)} ms: ${sql}`),
  ];
}

/** Returns a line for each object field, with its selected leaf fields. */
function fieldLines({ name, type, fields }: PrintedField, indent: string): readonly string[] {
  const leaves = fields.filter((field) => field.fields.length === 0).map((field) => field.name);
  const objects = fields.filter((field) => field.fields.length > 0);
  const selected = leaves.length > 0 ? `: ${leaves.join(' ')}` : '';
  return [`${indent}${name} (${type})${selected}`, ...objects.flatMap((field) => fieldLines(field, `${indent}  `))];
}
