import type { Database } from '../../src/db/database.js';

/** Matches relations, functions and schemas of the gateway and not of the server. */
const OURS = `(n.nspname = 'public' or n.nspname like 'udg%')`;

/** Parts of the schema, each as a query of lines on PostgreSQL's catalogues. */
const PARTS = [
  `select format('schema %s %s', n.nspname, n.nspacl) as line from pg_namespace n where ${OURS}`,
  `select format('%s %s.%s %s %s %s %s %s', c.relkind, n.nspname, c.relname, c.relpersistence, c.reloptions, c.relreplident,
     c.relrowsecurity, c.relacl)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind <> 'c'`,
  // The order of the columns counts, because COPY depends on it.
  `select format('column %s.%s %s %s %s %s null:%s default:%s identity:%s generated:%s %s %s %s', n.nspname, c.relname,
     lpad((row_number() over (partition by c.oid order by a.attnum))::text, 3, '0'), a.attname, format_type(a.atttypid, a.atttypmod),
     a.attcollation::regcollation, not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated,
     a.attstorage, a.attcompression, a.attacl)
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${OURS} and a.attnum > 0 and not a.attisdropped and c.relkind <> 'i'`,
  `select format('constraint %s.%s %s %s', c.conrelid::regclass, c.conname, c.contype, pg_get_constraintdef(c.oid))
   from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${OURS}`,
  `select format('index %s valid:%s clustered:%s', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisclustered)
   from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  `select format('view %s %s', c.oid::regclass, pg_get_viewdef(c.oid))
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('v', 'm')`,
  `select format('function %s %s', pg_get_functiondef(p.oid), p.proacl)
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS}`,
  `select format('trigger %s enabled:%s', pg_get_triggerdef(t.oid), t.tgenabled)
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where ${OURS} and not t.tgisinternal`,
  `select format('sequence %s %s %s %s %s %s %s', s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement,
     s.seqmin, s.seqmax, s.seqcycle)
   from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  `select format('comment %s %s', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
   where objoid >= 16384`,
  // The schema has no objects of these kinds. If one is added, it needs lines in this dump.
  `select format('type %s', t.oid::regtype) from pg_type t join pg_namespace n on n.oid = t.typnamespace
   where ${OURS} and t.typtype not in ('b', 'c')`,
  `select format('statistics %s', oid) from pg_statistic_ext`,
  `select format('policy %s', polname) from pg_policy`,
  `select format('partitioned %s', partrelid::regclass) from pg_partitioned_table`,
];

/** Returns the schema of a database as lines, one for each object or column. */
export async function dumpSchema({ knex }: Pick<Database, 'knex'>): Promise<readonly string[]> {
  const parts: string[] = [];
  for (const part of PARTS) {
    const { rows }: { readonly rows: readonly { readonly line: string }[] } = await knex.raw(
      `select line collate "C" as line from (${part}) p(line) order by 1`,
    );
    parts.push(...rows.map(({ line }) => line));
  }
  return parts;
}

/** Columns that differ between databases with the same data: times, and the number and identifier of the data version. */
const VARYING = ['created_at', 'updated_at', 'changed_at', 'migration_time', 'batch', 'version', 'mark'];

/** Returns the rows of every table without these columns, sorted. */
export async function dumpRows({
  knex,
}: Pick<Database, 'knex'>): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const tables: readonly string[] = await knex('pg_tables')
    .where({ schemaname: 'public' })
    .orderBy('tablename')
    .pluck('tablename');
  const dumped: Record<string, readonly unknown[]> = {};
  for (const table of tables) {
    const { rows }: { readonly rows: readonly { readonly row: unknown }[] } = await knex.raw(
      `select to_jsonb(t) - ?::text[] as row from public.${table} t order by 1`,
      [VARYING] as never[],
    );
    dumped[table] = rows.map(({ row }) => row);
  }
  return dumped;
}
