import type { Database } from '../data/database.js';
import type { ImportSummary } from './summary.js';

/** What becomes of a row. */
const RESULTS = [
  'inserted',
  'updated',
  'deleted',
  'unchanged',
  'rejected',
  'leftOut',
] as const satisfies readonly (keyof ImportSummary)[];

/** What journals of earlier versions have behind the name of a file that was only tried. */
const DRY_RUN = ' (dry run)';

export interface ImportTotal {
  readonly resource: string;
  readonly result: (typeof RESULTS)[number];
  readonly rows: number;
}

/** The rows of all imports of the journal that ended, dry runs aside, by resource and what became of them. */
export async function readTotals({ knex }: Pick<Database, 'knex'>): Promise<readonly ImportTotal[]> {
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
