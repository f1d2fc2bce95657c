import type { OneFindingQuery } from '../generated/operations.js';

/** A finding with all data of its page. */
export type OneFinding = NonNullable<OneFindingQuery['finding']>;
