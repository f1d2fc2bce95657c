import type { OneFindingQuery } from '../generated/operations.js';

/** A finding with all that its page shows. */
export type OneFinding = NonNullable<OneFindingQuery['finding']>;
