import type { LockName } from '../db/database.js';

/** The numbers of the advisory locks of imports. No other lock uses them. */
const LOCKS = {
  /** An import holds it while it begins, so that imports begin one after the other. */
  beginning: 7_251_009,
  /** An import holds the lock of its workspace ({@link schemaOf}) while it uses the tables. */
  workspace: 7_251_010,
  /** An import holds it until all its rows are read and their companies are recorded. */
  reading: 7_251_011,
  /** An import holds it until it ends. If its process dies, the database releases it. */
  running: 7_251_012,
  /** All imports share it. A dry run holds it exclusively, because its one transaction locks the rows that it changes. */
  all: 7_251_013,
  /** A part takes it before its commit if it stores records while another import of the same resource runs. */
  storing: 7_251_014,
  /** A part holds it while it changes a table that is replicated to every server of a distributed database. */
  copied: 7_251_016,
};

/** Returns the lock of a workspace, an import or a resource. A lock that exists once has no number. */
export function lockOf(what: keyof typeof LOCKS, number = 0): LockName {
  return [LOCKS[what], number];
}
