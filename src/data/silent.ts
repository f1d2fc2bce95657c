import type { Knex } from 'knex';

const nothing = (): void => undefined;

/** Knex prints failures, with their SQL, on standard output; they are all thrown as well. */
export const SILENT: Knex.Logger = { warn: nothing, error: nothing, deprecate: nothing, debug: nothing };
