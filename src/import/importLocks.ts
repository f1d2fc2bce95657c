import type { LockName } from '../db/database.js';

/** The numbers of the advisory locks of imports. No other lock has them. */
const LOCKS = {
  /** Beginning an import. */
  beginning: 7_251_009,
  /** A place for tables ({@link schemaOf}). */
  place: 7_251_010,
  /** An import until all its rows are read, and it is known which companies they are of. */
  reading: 7_251_011,
  /** An import until it has ended, or its process. */
  running: 7_251_012,
  /** Shared by all imports; a dry run, whose one transaction keeps what it changes from others, has it alone. */
  all: 7_251_013,
  /** The end of a part that stores records of a resource while another import of that resource runs. */
  storing: 7_251_014,
  /** A part that changes what every server of a distributed database has a copy of. */
  copied: 7_251_016,
};

/** Returns the lock of a place, an import or a resource. A lock that exists once takes no number. */
export function lockOf(what: keyof typeof LOCKS, number = 0): LockName {
  return [LOCKS[what], number];
}
