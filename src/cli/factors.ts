import { Command, InvalidArgumentError } from 'commander';
import type { Database } from '../data/database.js';
import {
  listFactorSets,
  nameFactorSet,
  unnameFactorSet,
  type FactorSetOwner,
  type StoredFactorSet,
} from '../data/factorSets.js';
import { suggest } from '../errors/suggest.js';
import { idOfName } from './names.js';
import { CommandError, print, table } from './output.js';
import { nameOption } from './values.js';
import { withDatabase } from './withDatabase.js';

interface Options {
  readonly company?: string;
  readonly country?: string;
  readonly json?: boolean;
}

/** Builds `udg factors`, which lists sets of emission factors and selects the set to use. */
export function factorsCommand(): Command {
  const command = new Command('factors')
    .description('list sets of emission factors, or choose the set to use')
    .addHelpText('after', '\nExample:\n  udg factors use egrid --country us');
  command
    .command('list', { isDefault: true })
    .description('list the stored sets, and the companies and countries that use one')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg factors list --json')
    .action(async ({ json }: Options) => {
      const sets = await withDatabase((database) => listFactorSets(database));
      const stored = sets.stored.map(({ set, country, types, from, to }) => [
        set,
        country,
        types.join(', '),
        years(from, to),
      ]);
      const named = sets.named.map(({ set, companyId, country }) => [companyId ?? 'any', country ?? 'any', set]);
      const lines = named.length === 0 ? [] : ['', ...table(['company', 'country', 'set'], named)];
      print(json, sets, [...table(['set', 'country', 'types', 'years'], stored), ...lines]);
    });
  ofOwner(command.command('use <set>'))
    .description('choose the set to use for a company, a country, a company in a country, or all')
    .addHelpText('after', '\nExample:\n  udg factors use market --company 5f0000000000000000000001')
    .action(async (set: string, options: Options) => {
      const owner = await withDatabase(async (database) => {
        const owner = await ownerOf(database, options);
        const { stored } = await listFactorSets(database);
        requireSet(stored, set, owner);
        await nameFactorSet(database, { set, ...owner });
        return owner;
      });
      print(options.json, { set, ...owner }, [`The set ${set} is used ${inWords(owner)}.`]);
    });
  ofOwner(command.command('unset'))
    .description('undo the choice of a set')
    .addHelpText('after', '\nExample:\n  udg factors unset --country us')
    .action(async (options: Options) => {
      const { owner, was } = await withDatabase(async (database) => {
        const owner = await ownerOf(database, options);
        return { owner, was: await unnameFactorSet(database, owner) };
      });
      if (!was) throw new CommandError(`No set of factors is chosen ${inWords(owner)}.`);
      print(options.json, owner, [`No set of factors is chosen ${inWords(owner)} any more.`]);
    });
  return command;
}

function ofOwner(command: Command): Command {
  return command
    .option('--company <id>', 'for the meters of a company, by identifier or name', nameOption)
    .option('--country <code>', 'for assets in a country, as us', countryOption)
    .option('--json', 'print the result as JSON');
}

function countryOption(text: string): string {
  if (/^[a-z]{2}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError(`It must be a country of two letters (ISO 3166), as gb, got ${JSON.stringify(text)}.`);
}

async function ownerOf(database: Database, { company, country }: Options): Promise<FactorSetOwner> {
  const companyId = company === undefined ? null : await idOfName(database, 'company', company);
  return { companyId, country: country ?? null };
}

function inWords({ companyId, country }: FactorSetOwner): string {
  if (companyId === null && country === null) return 'where no other set is chosen';
  return [companyId === null ? '' : `for the company ${companyId}`, country === null ? '' : `in ${country}`]
    .filter((part) => part !== '')
    .join(' ');
}

function years(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`;
}

/** @throws CommandError if the set does not exist or has no factors of the country */
function requireSet(stored: readonly StoredFactorSet[], name: string, { country }: FactorSetOwner): void {
  const own = stored.filter(({ set }) => set === name);
  if (own.length === 0) {
    const names = [...new Set(stored.map(({ set }) => set))];
    const meant = suggest(name, names);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    throw new CommandError(
      `There is no set of factors ${JSON.stringify(name)}; there is ${names.join(', ')}.${hint} udg import emission-factors adds others.`,
    );
  }
  if (country === null || own.some((one) => one.country === country)) return;
  throw new CommandError(
    `The set ${name} has no factors of ${country}; it has those of ${own.map((one) => one.country).join(', ')}.`,
  );
}
