import { AMPDS2 } from './ampds2/steps.js';
import { CAMBRIDGE } from './cambridge/steps.js';
import { FAIRBANKS } from './fairbanks/steps.js';
import { NORTHGATE_STEPS } from './northgate/steps.js';
import type { SeedStep } from './rows.js';

/** The steps that load the companies with published data. Each step comes after the records it refers to. */
export const PUBLISHED: readonly SeedStep[] = [...CAMBRIDGE, ...AMPDS2, ...FAIRBANKS];

/** The steps that load the sample portfolio. Each step comes after the records it refers to. */
export const SAMPLE: readonly SeedStep[] = [...PUBLISHED, ...NORTHGATE_STEPS];
