import { prepareRequest, requestOf } from './requests.js';
import { loadWith, type Load, type RepeatedRequest } from './load.js';
import { spreadOf } from './measure.js';
import type { Peer } from './peers.js';
import type { ServiceCase } from './serviceCases.js';

/** Resident memory in bytes: the medians of the first, middle and last tenth of the time, and the maximum. */
export interface Soaked {
  readonly minutes: number;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  readonly most: number;
}

const MINUTE_MS = 60_000;
const SAMPLE_MS = 1_000;

/**
 * Loads the service with all cases in turn for some minutes, after a round that does not count, and samples its memory.
 * @param onMinute called with the current memory, in bytes
 */
export async function soak(
  { name, url, memory }: Peer,
  cases: readonly ServiceCase[],
  { key, minutes, load }: { readonly key: string; readonly minutes: number; readonly load: Load },
  onMinute: (minute: number, bytes: number) => void,
): Promise<Soaked> {
  const all: RepeatedRequest[] = [];
  for (const one of cases) {
    for (const surface of ['rest', 'query'] as const) {
      const request = requestOf(one, surface, url, key);
      const { sent } = request ? await prepareRequest(request, one.isConditional === true) : { sent: null };
      if (sent) all.push(sent);
    }
  }
  if (all.length === 0) throw new Error(`${name} has no requests`);
  for (const sent of all) await loadWith(sent, load);
  const samples: number[] = [];
  const started = performance.now();
  const timer = setInterval(() => samples.push(memory()), SAMPLE_MS);
  try {
    for (let turn = 0, minute = 0; performance.now() - started < minutes * MINUTE_MS; turn += 1) {
      const sent = all[turn % all.length];
      if (sent) await loadWith(sent, load);
      const passed = Math.floor((performance.now() - started) / MINUTE_MS);
      if (passed > minute) onMinute((minute = passed), memory());
    }
  } finally {
    clearInterval(timer);
  }
  const tenth = Math.max(1, Math.floor(samples.length / 10));
  const around = (share: number): number => {
    const first = Math.floor(share * (samples.length - tenth));
    return spreadOf(samples.slice(first, first + tenth)).median;
  };
  return { minutes, start: around(0), middle: around(0.5), end: around(1), most: Math.max(...samples) };
}
