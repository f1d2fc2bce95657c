import { Command } from 'commander';
import { listRoles, removeRole, SCOPES, setRole } from '../auth/roles.js';
import { CommandError, print, table } from './output.js';
import { namesOption } from './values.js';
import { withDatabase } from './withDatabase.js';

interface Json {
  readonly json?: boolean;
}

/** Builds `udg roles`, which lists, sets and removes roles. */
export function rolesCommand(): Command {
  const command = new Command('roles')
    .description('list roles, or set or remove one')
    .addHelpText('after', '\nExample:\n  udg roles set auditor --scopes read:accounts,read:invoices');
  command
    .command('list', { isDefault: true })
    .description('list the roles and their scopes')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg roles list --json')
    .action(async ({ json }: Json) => {
      const roles = await withDatabase((database) => listRoles(database));
      const rows = roles.map(({ name, scopes }) => [name, scopes.join(', ')]);
      print(json, roles, table(['role', 'scopes'], rows));
    });
  command
    .command('set <name>')
    .description('create a role, or change its scopes; its keys have them within 5 seconds')
    .requiredOption('--scopes <list>', `comma list of ${SCOPES.join(', ')}`, namesOption(SCOPES))
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg roles set auditor --scopes read:accounts,read:invoices')
    .action(async (name: string, { scopes, json }: Json & { scopes: readonly string[] }) => {
      if (!/^[\w.-]{1,64}$/.test(name)) {
        throw new CommandError(
          `The name of a role must have 1 to 64 letters, digits, dots, dashes or underscores, got ${JSON.stringify(name)}.`,
          2,
        );
      }
      await withDatabase((database) => setRole(database, { name, scopes }));
      print(json, { name, scopes }, [`The role ${name} grants ${scopes.join(', ')}.`]);
    });
  command
    .command('remove <name>')
    .description('remove a role without keys')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg roles remove auditor')
    .action(async (name: string, { json }: Json) => {
      const outcome = await withDatabase((database) => removeRole(database, name));
      if (outcome === 'unknown') throw new CommandError(`There is no role ${name}.`);
      if (outcome === 'in use') throw new CommandError(`The role ${name} has keys, so it was not removed.`);
      print(json, { removed: name }, [`The role ${name} is removed.`]);
    });
  return command;
}
