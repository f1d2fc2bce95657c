import type { Database } from '../../db/database.js';
import { findByName, nameKey } from '../../data/findByName.js';
import { idParameter } from '../../db/sql.js';
import { quoted } from '../../errors/suggest.js';
import { stableId } from '../formats/meters.js';

/** The site of new meters. */
export interface Site {
  readonly id: string;
  readonly name: string;
  /** Null: the site belongs to no entity. */
  readonly entityId: string | null;
  /** Whether the import creates the site. */
  readonly isNew: boolean;
  /** For a new site, the sites of the company with a similar name; null: none. */
  readonly near: string | null;
}

/**
 * Finds a site of a company by its identifier, or by its name or site code in any case. An unknown name becomes a new
 * site. Its identifier derives from the company and the name.
 * @throws Error that begins with "the" if no site has the identifier, or several have the name
 */
export async function findSite({ knex }: Database, company: string, text: string): Promise<Site> {
  const match = await findByName(knex, 'asset', text, company);
  if ('problem' in match) {
    if (match.matches > 0) throw new Error(match.problem);
    const name = text.trim().replace(/\s+/g, ' ');
    return { id: stableId('site', company, nameKey(name)), name, entityId: null, isNew: true, near: match.near };
  }
  const rows: readonly { readonly name: string | null; readonly entityId: string | null }[] = await knex('assets')
    .select({ name: 'site_name', entityId: 'entity_id' })
    .where({ _id: idParameter(match.id), company_id: idParameter(company) });
  const [site] = rows;
  if (!site) {
    throw new Error(
      `the company ${company} has no site ${quoted(match.id)}: give the identifier of an existing site, or the name of a new site, with --site`,
    );
  }
  return { id: match.id, name: site.name ?? text.trim(), entityId: site.entityId, isNew: false, near: null };
}
