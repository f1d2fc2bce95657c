import type { Knex } from 'knex';
import { findByName } from '../../data/findByName.js';
import { quoted } from '../../errors/suggest.js';
import { groupBy } from '../../values/groupBy.js';
import type { Cell } from '../readCell.js';
import type { FieldProblem } from '../sourceRow.js';
import { MeterMatches, meterIdentity, newMeterId, type SheetMeter } from './meters.js';
import { Names, type SiteName, Sites } from './names.js';
import { type Fields, hasMeter, type PortfolioRow, type PortfolioSheet } from './sheet.js';
import { readCompanies, readPortfolio, type StoredPortfolio } from './stored.js';

/** A row with the identifiers of its records. */
export interface ResolvedRow {
  readonly row: PortfolioRow;
  readonly company: string;
  /** The name of a new company that only the command line states; null: none. */
  readonly companyName: string | null;
  readonly entity: string | null;
  site: string;
  /** Null: the row describes a site without meters. */
  meter: string | null;
}

/** The rows of a sheet with the identifiers of their records, and the problems by line. */
export interface ResolvedSheet {
  readonly rows: readonly ResolvedRow[];
  readonly problems: Problems;
  readonly notices: readonly string[];
}

/** Collects the problems of rows. */
export class Problems {
  readonly #byLine = new Map<number, FieldProblem[]>();

  add(line: number, field: string | null, reason: string): void {
    const same = this.#byLine.get(line);
    if (same) same.push({ field, reason });
    else this.#byLine.set(line, [{ field, reason }]);
  }

  of(line: number): readonly FieldProblem[] {
    return this.#byLine.get(line) ?? [];
  }
}

/** Returns the value of a text field; null: the field is empty or absent. */
export function textOf(fields: Fields, field: string): string | null {
  const value: Cell | undefined = fields.get(field);
  return typeof value === 'string' ? value : null;
}

/**
 * Finds the records that the rows of a sheet name, and creates identifiers for new ones.
 * @param companyOption the company of rows without one, by identifier or name; null: none
 * @param isFolder whether the option applies to other files too, so that rows may name another company
 * @throws Error that begins with "the" if neither the sheet nor the command line names a company
 */
export async function resolveSheet(
  knex: Knex,
  sheet: PortfolioSheet,
  companyOption: string | null,
  isFolder: boolean,
): Promise<ResolvedSheet> {
  const { rows, labelOf } = sheet;
  const problems = new Problems();
  const stored = await readCompanies(knex);
  const given = rows.map(({ fields }) => givenName(fields.company, 'name'));
  const companies = new Names('Company id', ['company'], stored, given);
  const fallback = companyOption === null ? null : await companyOfOption(knex, companies, companyOption);
  const byCompany = new Map<string, ResolvedRow[]>();
  const label = labelOf('company', rows.some(({ fields }) => fields.company.has('name')) ? 'name' : '_id');
  const field = label === '_id' ? 'Company' : label;
  for (const row of rows) {
    const match = companies.find(givenName(row.fields.company, 'name')) ?? fallback;
    const stated = textOf(row.fields.company, 'name') ?? textOf(row.fields.company, '_id');
    if (match === null)
      problems.add(row.line, field, 'is required: fill this column, or give the company with --company');
    else if ('problem' in match) problems.add(row.line, field, match.problem);
    else if (fallback !== null && stated !== null && match.id !== fallback.id && !isFolder) {
      problems.add(row.line, field, `is ${quoted(stated)}, but --company is ${quoted(companyOption ?? '')}`);
    } else if (match.isNew && stated === null && fallback?.name === null) {
      problems.add(row.line, field, `is required, because the company ${match.id} does not exist yet`);
    } else {
      const list = byCompany.get(match.id) ?? [];
      const companyName = stated === null && match.isNew ? (fallback?.name ?? null) : null;
      list.push({ row, company: match.id, companyName, entity: null, site: '', meter: null });
      byCompany.set(match.id, list);
    }
  }
  const notices = [...(await nearCompanies(knex, companies, byCompany))];
  const resolved: ResolvedRow[] = [];
  for (const [company, list] of byCompany) {
    const portfolio = await readPortfolio(knex, company);
    resolved.push(...resolveCompany(company, list, portfolio, { labelOf, problems, notices }));
  }
  return { rows: resolved.toSorted((a, b) => a.row.line - b.row.line), problems, notices };
}

/** Returns the notices about new companies with names similar to stored ones. */
async function nearCompanies(
  knex: Knex,
  companies: Names,
  rowsByCompany: ReadonlyMap<string, readonly ResolvedRow[]>,
): Promise<readonly string[]> {
  const notices: string[] = [];
  const added = [...rowsByCompany].filter(([id]) => !companies.has(id));
  for (const [, [one]] of added.slice(0, MAX_LISTED)) {
    const name = one?.companyName ?? textOf(one?.row.fields.company ?? new Map(), 'name');
    const result = name === null ? null : await findByName(knex, 'company', name);
    if (name === null || result === null || 'id' in result || result.near === null) continue;
    notices.push(`The company ${quoted(name)} is new. Companies with a similar name: ${result.near}.`);
  }
  return notices;
}

/**
 * Finds or creates the company of the command line.
 * @throws Error that begins with "the" if several companies have the name
 */
async function companyOfOption(
  knex: Knex,
  companies: Names,
  companyOption: string,
): Promise<{ readonly id: string; readonly isNew: boolean; readonly name: string | null }> {
  const match = await findByName(knex, 'company', companyOption);
  if ('id' in match) return { id: match.id, isNew: !companies.has(match.id), name: null };
  const name = companyOption.trim().replace(/\s+/g, ' ');
  const one = companies.find({ id: null, name });
  // Then several companies have the name.
  if (one === null || 'problem' in one) throw new Error(match.problem);
  return { ...one, name };
}

function givenName(fields: Fields, name: string): { readonly id: string | null; readonly name: string | null } {
  return { id: textOf(fields, '_id'), name: textOf(fields, name) };
}

interface Reporting {
  readonly labelOf: PortfolioSheet['labelOf'];
  readonly problems: Problems;
  readonly notices: string[];
}

function resolveCompany(
  company: string,
  rows: readonly ResolvedRow[],
  stored: StoredPortfolio,
  reporting: Reporting,
): readonly ResolvedRow[] {
  const { labelOf, problems } = reporting;
  const given = rows.map(({ row }) => givenName(row.fields.entity, 'name'));
  const entities = new Names('Entity id', ['entity', company], stored.entities, given);
  const sites = new Sites(
    company,
    stored.sites,
    rows.map(({ row }) => siteName(row)),
  );
  const resolved: (ResolvedRow & { readonly isNewSite: boolean })[] = [];
  for (const one of rows) {
    const { row } = one;
    const entity = entities.find(givenName(row.fields.entity, 'name'));
    if (entity !== null && 'problem' in entity) problems.add(row.line, labelOf('entity', 'name'), entity.problem);
    const site = sites.find(siteName(row));
    if (site !== null && 'problem' in site) problems.add(row.line, labelOf('site', 'siteName'), site.problem);
    if (site === null || 'problem' in site || (entity !== null && 'problem' in entity)) continue;
    resolved.push({ ...one, entity: entity?.id ?? null, site: site.id, isNewSite: site.isNew });
  }
  resolveMeters(company, resolved, stored, reporting);
  return resolved;
}

function siteName({ fields: { site } }: PortfolioRow): SiteName {
  return { ...givenName(site, 'siteName'), code: textOf(site, 'siteCode') };
}

/** Matches the rows with stored meters, detects renamed sites, and creates identifiers for new meters. */
function resolveMeters(
  company: string,
  rows: readonly (ResolvedRow & { readonly isNewSite: boolean })[],
  stored: StoredPortfolio,
  { labelOf, problems, notices }: Reporting,
): void {
  const meters = new Map<string, SheetMeter>();
  const ofRow = new Map<ResolvedRow, SheetMeter>();
  for (const one of rows) {
    const { meter } = one.row.fields;
    if (!hasMeter(meter)) continue;
    const numbers = { point: textOf(meter, 'meterPointNumber'), serial: textOf(meter, 'meterSerialNumber') };
    const named = { type: textOf(meter, 'type') ?? '', ...givenName(meter, 'name'), ...numbers, siteId: one.site };
    const identity = meterIdentity(named);
    const same = meters.get(identity) ?? { line: one.row.line, ...named };
    meters.set(identity, same);
    ofRow.set(one, same);
  }
  addRepeated(ofRow, labelOf, problems);
  const matches = new MeterMatches(stored.meters, [...meters.values()]);
  for (const [from, to] of renamedSites(rows, ofRow, matches, stored)) {
    const storedSite = stored.sites.find(({ id }) => id === to);
    const name = rows.find(({ site }) => site === from)?.row.fields.site;
    for (const one of rows) if (one.site === from) one.site = to;
    for (const one of meters.values()) if (one.siteId === from) one.siteId = to;
    notices.push(
      `The import renames the site ${quoted(storedSite?.name ?? to)} to ${quoted(textOf(name ?? new Map(), 'siteName') ?? '')}, because its meters are the same.`,
    );
  }
  matches.matchInSites();
  const ids = new Set(stored.meters.map(({ id }) => id));
  for (const [one, meter] of ofRow) {
    const ambiguous = matches.ambiguous(meter);
    const field = labelOf('meter', meter.point !== null ? 'meterPointNumber' : 'meterSerialNumber');
    if (ambiguous.length > 0) {
      const list = ambiguous.slice(0, MAX_LISTED).map(({ id }) => id);
      problems.add(
        one.row.line,
        field,
        `is ambiguous: it may be the stored meter ${list.join(' or ')}; give the identifier of one in a column "Account id"`,
      );
    }
    one.meter = matches.of(meter)?.id ?? meter.id ?? newMeterId(company, meter, ids);
  }
  const similar = [...matches.similar()].filter(([meter]) => matches.ambiguous(meter).length === 0);
  if (similar.length > 0) notices.push(similarNotice(similar.map(([{ line }, { id }]) => `${id} (line ${line})`)));
}

/** Returns the notice about new meters that resemble stored meters with another number. */
function similarNotice(similar: readonly string[]): string {
  const list = `${similar.slice(0, MAX_LISTED).join(', ')}${similar.length > MAX_LISTED ? ` and ${similar.length - MAX_LISTED} more` : ''}`;
  return `New meters have the name or serial number of a stored meter, but another meter number: ${list}. To update a stored meter instead, give its identifier in a column "Account id".`;
}

/** Adds a problem to each of several rows of one meter that differ. */
function addRepeated(
  ofRow: ReadonlyMap<ResolvedRow, SheetMeter>,
  labelOf: PortfolioSheet['labelOf'],
  problems: Problems,
): void {
  for (const [meter, ofMeter] of groupBy(ofRow, ([, meter]) => meter)) {
    const rows = ofMeter.map(([row]) => row);
    const texts = rows.map(({ row, site }) => JSON.stringify([site, ...row.fields.meter]));
    const different = rows[texts.findIndex((text) => text !== texts[0])];
    if (different === undefined) continue;
    const field = METER_NAMES.find((name) => textOf(rows[0]?.row.fields.meter ?? new Map(), name) !== null) ?? 'name';
    const name = quoted(meter.id ?? meter.point ?? meter.serial ?? meter.name ?? '');
    for (const [index, one] of rows.entries()) {
      const other = (texts[index] === texts[0] ? different : rows[0]) ?? different;
      const reason = `is ${name}, but line ${other.row.line} has other values for the same meter`;
      problems.add(one.row.line, labelOf('meter', field), reason);
    }
  }
}

/** The fields that identify a meter, the most reliable first. */
const METER_NAMES: readonly string[] = ['_id', 'meterPointNumber', 'meterSerialNumber', 'name'];

const MAX_LISTED = 3;

/**
 * Finds the stored sites that have a new name in the sheet. All stored meters of such a site, and no stored meters of
 * other sites, are at one new site in the sheet. The sheet does not name the stored site.
 * @returns the identifiers of stored sites by those of new ones
 */
function renamedSites(
  rows: readonly (ResolvedRow & { readonly isNewSite: boolean })[],
  ofRow: ReadonlyMap<ResolvedRow, SheetMeter>,
  matches: MeterMatches,
  stored: StoredPortfolio,
): ReadonlyMap<string, string> {
  const named = new Set(rows.map(({ site }) => site));
  const metersOf = new Map<string, number>();
  for (const { siteId } of stored.meters) if (siteId !== null) metersOf.set(siteId, (metersOf.get(siteId) ?? 0) + 1);
  const origins = new Map<string, Map<string, Set<string>>>();
  for (const one of rows) {
    const { row, site, isNewSite } = one;
    const meter = ofRow.get(one);
    const match = meter && matches.of(meter);
    if (!isNewSite || textOf(row.fields.site, '_id') !== null || !match || match.siteId === null) continue;
    const from = origins.get(site) ?? new Map<string, Set<string>>();
    from.set(match.siteId, (from.get(match.siteId) ?? new Set()).add(match.id));
    origins.set(site, from);
  }
  const renamed = new Map<string, string>();
  for (const [site, from] of origins) {
    const [[to, moved] = ['', new Set()], ...others] = from;
    if (others.length === 0 && !named.has(to) && moved.size === metersOf.get(to)) renamed.set(site, to);
  }
  return renamed;
}
