import { timedIds } from '../generate/timedIds.js';
import type { Values } from '../rows.js';
import { readRegisters, type RegisterRead, type Series } from './files.js';
import { AMPDS2_CREATED_AT, ampds2AccountId, ampds2RegisterId, UTILITIES, type Utility } from './ids.js';

/** The read types of the contract: `H` is read by a machine, `A` by a person. */
const KINDS: Readonly<Record<Series, Values>> = {
  halfHourly: { type: 'H', source: 'import', isHalfHourly: true },
  monthly: { type: 'A', source: 'manual', isHalfHourly: false },
};

/**
 * Generates the reads of a series, account after account. The values are real and unchanged. A missing value produces
 * no reading.
 */
export function* readings(series: Series): Generator<Values> {
  const reads = readRegisters(series);
  for (const utility of UTILITIES) yield* ofUtility(utility, series, reads);
}

/** Returns the number of rows of {@link readings}. */
export function countReadings(series: Series): number {
  return readRegisters(series)
    .flatMap((read) => UTILITIES.map((utility) => read[utility]))
    .filter(Number.isFinite).length;
}

function* ofUtility(utility: Utility, series: Series, reads: readonly RegisterRead[]): Generator<Values> {
  const accountId = ampds2AccountId(utility);
  const registerId = ampds2RegisterId(utility);
  const idAt = timedIds(`readings:${series}:${accountId}`);
  const name = utility === 'water' ? 'Water register' : 'Gas register';
  for (const read of reads) {
    const value = read[utility];
    if (!Number.isFinite(value)) continue;
    const at = new Date(read.at);
    yield {
      _id: idAt(at.getTime() / 1_000),
      accountId,
      registerId,
      name,
      submittedAt: at.toISOString(),
      value,
      units: 'm3',
      ...KINDS[series],
      meterReset: false,
      createdAt: AMPDS2_CREATED_AT,
      updatedAt: AMPDS2_CREATED_AT,
    };
  }
}
