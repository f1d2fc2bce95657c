import { Command, InvalidArgumentError } from 'commander';
import type { Database } from '../db/database.js';
import {
  listFactorSets,
  chooseFactorSet,
  removeFactorSetChoice,
  type FactorSetOwner,
  type CountryFactorSet,
  type FactorSetChoice,
  type StoredFactorSet,
  readShippedSets,
  type ShippedSet,
} from '../data/factorSets.js';
import { idOfName } from './names.js';
import { CommandError, print, table } from './output.js';
import { nameOption } from './values.js';
import { withDatabase } from './withDatabase.js';
import type { FactorGap } from '../consumption/factors.js';
import { suggest } from '../errors/suggest.js';

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
      const { readFactorGaps } = await import('../consumption/factors.js');
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

/** A stored set with the publication that its factors are from. */
interface ListedSet extends CountryFactorSet {
  /** For a user's own set: the sources that its factors name. */
  readonly source: string;
  /** Null: not known. */
  readonly licence: string | null;
}

/** A shipped set that is not stored yet. */
interface ReadySet {
  readonly set: string;
  readonly area: string;
  readonly countries: readonly string[];
  readonly types: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly source: string;
  readonly licence: string;
}

/** A gap, with the shipped sets that would fill it. */
interface GapWithSets extends FactorGap {
  readonly sets: readonly string[];
}

interface FactorLists {
  readonly stored: readonly ListedSet[];
  readonly named: readonly FactorSetChoice[];
  readonly ready: readonly ReadySet[];
  readonly missing: readonly GapWithSets[];
}

/** Returns a stored set with its publication and licence, if all its factors are shipped ones. */
function withLicence({ sources, ...set }: StoredFactorSet, shipped: readonly ShippedSet[]): ListedSet {
  const shippedSet = shipped.find((one) => one.set === set.set);
  const shippedSources = new Set(shippedSet?.factors.map(({ source }) => source));
  if (shippedSet && sources.every((source) => shippedSources.has(source))) {
    return { ...set, source: shippedSet.publication, licence: shippedSet.licence };
  }
  return { ...set, source: shortened(sources, 1), licence: null };
}

/** Returns the shipped sets that are not stored. */
function readySets(stored: readonly StoredFactorSet[], shipped: readonly ShippedSet[]): readonly ReadySet[] {
  return shipped
    .filter(({ set }) => !stored.some((one) => one.set === set))
    .map(({ set, area, publication, licence, factors }) => {
      const years = factors.map(({ year }) => year);
      return {
        ...{ set, area, source: publication, licence },
        countries: distinct(factors.map(({ country }) => country)),
        types: distinct(factors.map(({ type }) => type)),
        ...{ from: Math.min(...years), to: Math.max(...years) },
      };
    });
}

/** Returns the gaps with the shipped sets that have factors of their type and country, the national averages first. */
function gapsWithSets(gaps: readonly FactorGap[], shipped: readonly ShippedSet[]): readonly GapWithSets[] {
  return gaps.map((gap) => ({
    ...gap,
    sets: shipped
      .filter(({ factors }) => factors.some(({ country, type }) => country === gap.country && type === gap.type))
      .map(({ set }) => set),
  }));
}

/** Returns the lines of `udg factors list`, a row for each set. */
function factorTables({ stored, named, ready, missing }: FactorLists): readonly string[] {
  const storedRows = [...new Set(stored.map(({ set }) => set))].map((name) => {
    const rows = stored.filter(({ set }) => set === name);
    const [from, to] = [Math.min(...rows.map((one) => one.from)), Math.max(...rows.map((one) => one.to))];
    const types = distinct(rows.flatMap((one) => one.types)).join(', ');
    const licences = distinct(rows.map(({ licence }) => licence ?? ''));
    return [
      ...[
        name,
        shortened(
          rows.map(({ country }) => country),
          MAX_COUNTRIES,
        ),
        types,
        years(from, to),
      ],
      ...[shortened(distinct(rows.map(({ source }) => source)), 1), licences.length === 1 ? (licences[0] ?? '') : ''],
    ];
  });
  const namedRows = named.map(({ set, companyId, country }) => [companyId ?? 'any', country ?? 'any', set]);
  const readyRows = ready.map(({ set, area, countries, types, from, to, source, licence }) => [
    ...[set, shortened(countries, MAX_COUNTRIES), area, types.join(', '), years(from, to), source, licence],
  ]);
  const missingRows = missing.map(({ country, type, meters, sets }) => [
    ...[country, type, String(meters), remedy(country, sets)],
  ]);
  return [
    ...table(['set', 'country', 'types', 'years', 'source', 'licence'], storedRows),
    ...section('', ['company', 'country', 'set'], namedRows),
    ...section(
      'Available with udg factors use <set>:',
      ['set', 'country', 'area', 'types', 'years', 'source', 'licence'],
      readyRows,
    ),
    ...section(
      'Meters without a factor (their emissions are not counted):',
      ['country', 'type', 'meters', 'next step'],
      missingRows,
    ),
  ];
}

/** @throws CommandError if the set does not exist or has no factors of the country */
function requireSet(
  { stored, shipped }: { readonly stored: readonly StoredFactorSet[]; readonly shipped: readonly ShippedSet[] },
  name: string,
  country: string | null,
): void {
  const countries = distinct([
    ...stored.filter(({ set }) => set === name).map((one) => one.country),
    ...(shipped.find(({ set }) => set === name)?.factors ?? []).map((one) => one.country),
  ]);
  if (countries.length === 0) throw new CommandError(unknownSet(name, stored, shipped));
  if (country === null || countries.includes(country)) return;
  throw new CommandError(`The set ${name} has no factors for ${country}; it has factors for ${countries.join(', ')}.`);
}

function unknownSet(name: string, stored: readonly StoredFactorSet[], shipped: readonly ShippedSet[]): string {
  const storedSets = distinct(stored.map(({ set }) => set));
  const regions = shipped.filter(({ set }) => set.startsWith(`${name}-`)).map(({ set }) => set);
  if (regions.length > 0) {
    return `There is no set of factors ${JSON.stringify(name)}, but there is one set per region: ${regions.join(', ')}. udg factors list shows the area of each.`;
  }
  const meant = suggest(name, distinct([...storedSets, ...shipped.map(({ set }) => set)]));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return (
    `There is no set of factors ${JSON.stringify(name)}; the stored sets are ${storedSets.join(', ')}.${hint} ` +
    'udg factors list shows more sets. udg import emission-factors imports your own.'
  );
}

/** Returns a title, if there is one, and a table, after an empty line; nothing without rows. */
function section(title: string, header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : ['', ...(title === '' ? [] : [title]), ...table(header, rows)];
}

function remedy(country: string, sets: readonly string[]): string {
  const [first, ...others] = sets;
  if (first === undefined) return 'udg import emission-factors';
  const more = others.length === 0 ? '' : `, or one of ${others.length} other sets`;
  return `udg factors use ${first} --country ${country}${more}`;
}

/** The most countries that a row of a table names. */
const MAX_COUNTRIES = 4;

function shortened(texts: readonly string[], most: number): string {
  const rest = texts.length - most;
  return rest <= 0 ? texts.join(', ') : `${texts.slice(0, most).join(', ')} and ${rest} more`;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}

function years(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`;
}
