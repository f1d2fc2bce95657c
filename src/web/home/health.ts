/** The state of the service on this page. */
type State = 'ready' | 'not-ready' | 'stopping' | 'unreachable';

const WORDS: Readonly<Record<State, string>> = {
  ready: 'Ready',
  'not-ready': 'Not ready',
  stopping: 'Stopping',
  unreachable: 'Unreachable',
};

/** Interval between two checks while the page is visible. */
const PAUSE_MS = 10_000;
const TIMEOUT_MS = 5_000;

/** Requests `/readyz`. */
async function fetchHealth(): Promise<{ readonly state: State; readonly detail: string }> {
  try {
    const response = await fetch('/readyz', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('status' in body)) throw new Error('not the service');
    const { status, ...checks } = body;
    if (status === 'ready') return { state: 'ready', detail: failedChecks(checks) };
    return { state: status === 'stopping' ? 'stopping' : 'not-ready', detail: failedChecks(checks) };
  } catch {
    return { state: 'unreachable', detail: '' };
  }
}

/** Lists the failed checks: `database: cannot be reached`. */
function failedChecks(checks: object): string {
  return Object.entries(checks)
    .flatMap(([name, result]: [string, unknown]) =>
      Array.isArray(result)
        ? result.map((one, index): [string, unknown] => [`replica ${index + 1}`, one])
        : [[name, result] satisfies [string, unknown]],
    )
    .filter(([, result]) => result !== 'ok')
    .map(([name, result]) => `${name}: ${String(result)}`)
    .join('; ');
}

async function showHealth(): Promise<void> {
  const { state, detail } = await fetchHealth();
  const badge = document.getElementById('health');
  const text = document.getElementById('health-text');
  if (badge === null || text === null) return;
  badge.dataset.state = state;
  text.textContent = detail === '' ? WORDS[state] : `${WORDS[state]} (${detail})`;
}

async function pollHealth(): Promise<void> {
  for (;;) {
    if (!document.hidden) await showHealth();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

// The examples show the origin of this page.
for (const origin of document.querySelectorAll('.origin')) origin.textContent = location.origin;
void pollHealth();
