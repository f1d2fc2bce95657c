/**
 * The schemas for temporary tables. An import takes a free schema, and drops the tables that a killed import has left
 * there.
 */
const SCHEMAS = ['udg_import', ...[2, 3, 4, 5, 6, 7, 8].map((place) => `udg_import_${place}`)];

/** The journal of imports and deletions, and the schemas for their rows. */
export const IMPORTS: readonly string[] = [
  ...SCHEMAS.map((schema) => `create schema ${schema}`),
  `create table imports (
     import_id integer generated always as identity primary key,
     resource text collate "C" not null, file text not null,
     state text collate "C" not null
       check (state in ('reading', 'applying', 'done', 'refused', 'failed', 'stopped')),
     parts integer not null default 0, parts_done integer not null default 0,
     summary jsonb, started_at timestamptz(3) not null default now(), finished_at timestamptz(3),
     place smallint not null default 1, companies bytea[]
   )`,
  `create index on imports (state) where state in ('reading', 'applying')`,
  // Every response has the end of the last import.
  'create index on imports (finished_at) where finished_at is not null',
];
