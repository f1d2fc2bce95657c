import { Command } from 'commander';
import { suggest } from '../errors/suggest.js';
import { readSettings, SETTINGS } from '../data/settings.js';
import { changeSetting } from '../findings/changeSetting.js';
import { CommandError, print, table } from './output.js';
import { findingsInWords } from './importReport.js';
import { withDatabase, withWebhook } from './withDatabase.js';

interface Json {
  readonly json?: boolean;
}

/** Builds `udg settings`, which lists and changes the settings in the database. */
export function settingsCommand(): Command {
  const command = new Command('settings')
    .description('list settings, or get, set or unset one')
    .addHelpText('after', '\nExample:\n  udg settings set gas-calorific-value 39.2');
  command
    .command('list', { isDefault: true })
    .description('list every setting with its value and meaning')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg settings list --json')
    .action(async ({ json }: Json) => {
      const values = await withDatabase((database) => readSettings(database));
      const rows = Object.entries(values).map(([name, value]) => [name, value, SETTINGS[name]?.meaning ?? '']);
      print(json, values, table(['setting', 'value', 'meaning'], rows));
    });
  command
    .command('get <name>')
    .description('print the value of a setting')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg settings get gas-calorific-value')
    .action(async (name: string, { json }: Json) => {
      requireSetting(name);
      const value = (await withDatabase((database) => readSettings(database)))[name] ?? '';
      print(json, { [name]: value }, [value]);
    });
  command
    .command('set <name> <value>')
    .description('change a setting')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg settings set gas-calorific-value 39.2')
    .action(async (name: string, value: string, { json }: Json) => {
      const problem = requireSetting(name).problem(value);
      if (problem !== null) throw new CommandError(`${name} ${problem}.`, 2);
      const { opened, resolved } = await withWebhook((database) => changeSetting(database, name, value));
      print(json, { [name]: value }, [`${name} is ${value}.${findingsInWords(opened, resolved)}`]);
    });
  command
    .command('unset <name>')
    .description('put a setting back to its default')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg settings unset gas-calorific-value')
    .action(async (name: string, { json }: Json) => {
      const { fallback } = requireSetting(name);
      const { opened, resolved } = await withWebhook((database) => changeSetting(database, name, null));
      print(json, { [name]: fallback }, [`${name} is ${fallback}, the default.${findingsInWords(opened, resolved)}`]);
    });
  return command;
}

function requireSetting(name: string): (typeof SETTINGS)[string] {
  const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (setting) return setting;
  const names = Object.keys(SETTINGS);
  const meant = suggest(name, names);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new CommandError(`There is no setting ${name}; the settings are ${names.join(', ')}.${hint}`, 2);
}
