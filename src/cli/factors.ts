import { Command, InvalidArgumentError } from 'commander';
import type { Database } from '../db/database.js';
import { listFactorSets, chooseFactorSet, removeFactorSetChoice, type FactorSetOwner } from '../data/factorSets.js';
import { readShippedSets } from '../data/shippedFactors.js';
import { factorTables, gapsWithSets, readySets, requireSet, withLicence } from './factorTables.js';
import { idOfName } from './names.js';
import { CommandError, print } from './output.js';
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
    .addHelpText('after', '\nExample:\n  udg factors use egrid-camx --country us');
  command
    .command('list', { isDefault: true })
    .description('list the stored sets, their users, the sets to choose from, and the meters without a factor')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg factors list --json')
    .action(async ({ json }: Options) => {
      const { readFactorGaps } = await import('../consumption/factorGaps.js');
      const shipped = await readShippedSets();
      const lists = await withDatabase(async (database, { defaultCountry }) => {
        const { stored, named } = await listFactorSets(database);
        const gaps = await readFactorGaps(database, defaultCountry);
        return {
          stored: stored.map((set) => withLicence(set, shipped)),
          named,
          ready: readySets(stored, shipped),
          missing: gapsWithSets(gaps, shipped),
        };
      });
      print(json, lists, factorTables(lists));
    });
  ofOwner(command.command('use <set>'))
    .description('choose the set to use for a company, a country, a company in a country, or all')
    .addHelpText('after', '\nExample:\n  udg factors use ember --company 5f0000000000000000000001 --country de')
    .action(async (set: string, options: Options) => {
      const all = await readShippedSets();
      const shipped = all.find((one) => one.set === set);
      const { owner, added } = await withDatabase(async (database) => {
        const owner = await ownerOf(database, options);
        const { stored } = await listFactorSets(database);
        requireSet({ stored, shipped: all }, set, owner.country);
        return { owner, added: await chooseFactorSet(database, { set, ...owner }, shipped) };
      });
      print(options.json, { set, ...owner, added }, [
        `The set ${set} is used ${inWords(owner)}.`,
        ...(shipped && added > 0
          ? [`${added} factors were added: ${shipped.publication}, ${shipped.area} (${shipped.licence}).`]
          : []),
        ...(shipped && shipped.note !== '' ? [`Note: ${shipped.note}.`] : []),
      ]);
    });
  ofOwner(command.command('unset'))
    .description('undo the choice of a set')
    .addHelpText('after', '\nExample:\n  udg factors unset --country us')
    .action(async (options: Options) => {
      const { owner, was } = await withDatabase(async (database) => {
        const owner = await ownerOf(database, options);
        return { owner, was: await removeFactorSetChoice(database, owner) };
      });
      if (!was) throw new CommandError(`No set of factors is chosen ${inWords(owner)}.`);
      print(options.json, owner, [`Removed the choice of factors ${inWords(owner)}.`]);
    });
  return command;
}

function ofOwner(command: Command): Command {
  return command
    .option('--company <id>', 'for the meters of a company, by identifier or name', nameOption)
    .option('--country <code>', 'for assets in a country, such as us', countryOption)
    .option('--json', 'print the result as JSON');
}

function countryOption(text: string): string {
  if (/^[a-z]{2}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError(
    `It must be a two-letter country code (ISO 3166) such as gb, got ${JSON.stringify(text)}.`,
  );
}

async function ownerOf(database: Database, { company, country }: Options): Promise<FactorSetOwner> {
  const companyId = company === undefined ? null : await idOfName(database, 'company', company);
  return { companyId, country: country ?? null };
}

function inWords({ companyId, country }: FactorSetOwner): string {
  if (companyId === null && country === null) return 'as the default for all companies and countries';
  return [companyId === null ? '' : `for the company ${companyId}`, country === null ? '' : `in ${country}`]
    .filter((part) => part !== '')
    .join(' ');
}
