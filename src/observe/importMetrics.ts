import { Counter, type Registry } from 'prom-client';
import type { Database } from '../data/database.js';
import { within } from './within.js';

/** What becomes of a row, in the words of the journal's summaries. */
const RESULTS = ['inserted', 'updated', 'deleted', 'unchanged', 'rejected', 'skipped'] as const;

/** What journals of earlier versions have behind the name of a file that was only tried. */
const DRY_RUN = ' (dry run)';

/** Rows of imports that ended one way. */
interface ImportedRows {
  readonly resource: string;
  readonly result: (typeof RESULTS)[number];
  readonly rows: number;
}

/** The journal is read at most so often. */
const REMEMBER_MS = 10_000;
/** A database that does not answer must not keep the other figures from being read. */
const TIMEOUT_MS = 2_000;

/**
 * The rows that imports read, which are processes of their own: so from the journal. When it cannot be read, the figures
 * stay what they were.
 */
export function measureImports(registry: Registry, database: Pick<Database, 'knex'>): void {
  let readAt = -Infinity;
  new Counter({
    name: 'import_rows_total',
    help: 'Rows of all imports that ended, by resource and result',
    labelNames: ['resource', 'result'] as const,
    registers: [registry],
    // Every worker reads the same journal.
    aggregator: 'max',
    async collect() {
      if (performance.now() - readAt < REMEMBER_MS) return;
      readAt = performance.now();
      const found = await within(TIMEOUT_MS, readImportedRows(database)).catch(() => undefined);
      if (!found) return;
      this.reset();
      for (const { resource, result, rows } of found) this.inc({ resource, result }, rows);
    },
  });
}

/** The rows of all imports of the journal that ended, dry runs aside, by resource and what became of them. */
async function readImportedRows({ knex }: Pick<Database, 'knex'>): Promise<readonly ImportedRows[]> {
  const sums = RESULTS.map((result) => `sum((summary->>'${result}')::float8) as "${result}"`).join(', ');
  const found: { readonly rows: readonly Readonly<Record<string, unknown>>[] } = await knex.raw(
    `select resource, ${sums} from imports
     where summary is not null and file not like ? group by resource order by resource`,
    [`%${DRY_RUN}`],
  );
  return found.rows.flatMap((row) =>
    RESULTS.map((result) => ({ resource: String(row.resource), result, rows: Number(row[result] ?? 0) })),
  );
}
