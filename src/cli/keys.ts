import { Command, Option } from 'commander';
import { issueKey, KeyError, listKeys, type NamedGrant, revokeKeys } from '../auth/keys.js';
import { SCOPES } from '../auth/roles.js';
import type { Database } from '../db/database.js';
import { idParameter } from '../db/sql.js';
import { idsOfNames } from './names.js';
import { CommandError, print, table, logLine } from './output.js';
import { durationOption, idOption, nameListOption, namesOption, textOption } from './values.js';
import { withDatabase } from './withDatabase.js';

interface IssueOptions {
  readonly role?: string;
  readonly scopes?: readonly string[];
  readonly company?: readonly string[];
  readonly entity?: readonly string[];
  readonly user?: string;
  readonly expires?: number;
  readonly label?: string;
  readonly json?: boolean;
}

/** Builds `udg keys`, which issues, lists and revokes API keys. */
export function keysCommand(): Command {
  const command = new Command('keys')
    .description('issue, list and revoke API keys')
    .addHelpText('after', '\nExample:\n  udg keys issue --role reader --company 5f0000000000000000000001');
  command
    .command('issue')
    .description('issue a key and print it once; its user sees all granted companies and entities')
    .addOption(new Option('--role <name>', 'the role (udg roles)').conflicts('scopes'))
    .option('--scopes <list>', `scopes instead of a role, a comma list of ${SCOPES.join(', ')}`, namesOption(SCOPES))
    .option('--company <id>', 'grant a company, by identifier or name; may be repeated', nameListOption)
    .option('--entity <id>', 'grant an entity, by identifier or name; may be repeated', nameListOption)
    .option('--user <id>', 'an existing user, for another key; the grants are added to the user', idOption)
    .option('--expires <duration>', 'lifetime of the key, such as 90d or 12h; default: no limit', durationOption)
    .option('--label <text>', 'label of the key in the list, such as its owner', textOption(MAX_LABEL))
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg keys issue --role energy --entity 5f00000000000000000000e1 --expires 90d')
    .action(issue);
  command
    .command('list')
    .description('list keys without their secrets: roles, grants and the day (UTC) of their last use')
    .option('--user <id>', 'only the keys of this user', idOption)
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg keys list --json')
    .action(async ({ user, json }: { user?: string; json?: boolean }) => {
      const keys = await withDatabase((database) => listKeys(database, user));
      const rows = keys.map(
        ({ id, userId, label, role, scopes, grants, createdAt, lastUsed, expiresAt, revokedAt }) => [
          ...[String(id), userId, label ?? '', role ?? scopes.join(','), namesOf(grants)],
          ...[createdAt, lastUsed ?? 'never', revokedAt === null ? (expiresAt ?? 'never') : `revoked ${revokedAt}`],
        ],
      );
      const header = ['key', 'user', 'label', 'role or scopes', 'sees', 'issued', 'last used', 'ends'];
      print(json, keys, table(header, rows));
    });
  command
    .command('revoke')
    .argument('[key]', 'number of the key (udg keys list)')
    .description('revoke a key, or all keys of a user; takes effect within 5 seconds')
    .option('--user <id>', 'every key of this user', idOption)
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  udg keys revoke 3')
    .action(revoke);
  return command;
}

/** The most characters of a label. */
const MAX_LABEL = 100;
/** The most grants that the table lists for a key. */
const MAX_NAMES = 3;

function namesOf(grants: readonly NamedGrant[]): string {
  const names = grants.slice(0, MAX_NAMES).map(({ level, id, name }) => name ?? `${level} ${id}`);
  const more = grants.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more (--json)`] : [])].join(', ');
}

async function issue(options: IssueOptions): Promise<void> {
  const { role, scopes, company = [], entity = [], user, expires, label, json } = options;
  if (role === undefined && scopes === undefined) throw new CommandError('Give --role or --scopes.', 2);
  if (user === undefined && company.length + entity.length === 0) {
    throw new CommandError('Give at least one --company or --entity; otherwise the key sees nothing.', 2);
  }
  const issued = await withDatabase(async (database) => {
    const companies = await idsOfNames(database, 'company', company);
    const entities = await idsOfNames(database, 'entity', entity);
    await warnUnknown(database, 'companies', companies);
    await warnUnknown(database, 'entities', entities);
    return issueKey(database, {
      ...(role === undefined ? { scopes: scopes ?? [] } : { role }),
      companies,
      entities,
      ...(user === undefined ? {} : { userId: user }),
      ...(label === undefined ? {} : { label }),
      ...(expires === undefined ? {} : { expiresAt: new Date(Date.now() + expires).toISOString() }),
    });
  }).catch((error: unknown) => {
    throw error instanceof KeyError ? new CommandError(error.message) : error;
  });
  logLine('The key is shown once; only a digest of it is stored.');
  print(json, issued, [issued.key]);
}

/** Warns about identifiers that do not exist yet. They are allowed, because keys may be issued before the data. */
async function warnUnknown({ knex }: Database, name: 'companies' | 'entities', ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if (
      await knex(name)
        .where({ _id: idParameter(id) })
        .first()
    )
      continue;
    const kind = name === 'companies' ? 'company' : 'entity';
    logLine(`Note: There is no ${kind} ${id} yet; the key sees it once it is imported.`);
  }
}

async function revoke(key: string | undefined, { user, json }: { user?: string; json?: boolean }): Promise<void> {
  if ((key === undefined) === (user === undefined)) throw new CommandError('Give the number of a key, or --user.', 2);
  if (key !== undefined && !/^[1-9]\d{0,8}$/.test(key)) {
    throw new CommandError(`Give the number of the key from udg keys list, got ${JSON.stringify(key)}.`, 2);
  }
  const which = user === undefined ? { id: Number(key) } : { userId: user };
  const revoked = await withDatabase((database) => revokeKeys(database, which));
  if (revoked.length === 0) throw new CommandError('No active key matches.');
  print(json, { revoked }, [`Revoked ${revoked.join(', ')}; it takes effect within 5 seconds.`]);
}
