import type { ImportOptions } from '../import/importRecords.js';
import type { JournalEntry } from '../import/journal.js';
import { count, logLine } from './output.js';
import { startProgress } from './progress.js';

export interface ImportProgress {
  readonly onBytes: (read: number, size: number) => void;
  readonly onProgress: (rows: number) => void;
  readonly onApplied: (done: number, total: number) => void;
  readonly stop: () => void;
}

/** Shows the progress of an import: rows, rows per second, and the remaining time. */
export function showProgress(label: string): ImportProgress {
  const progress = startProgress(label);
  const started = performance.now();
  let applying: number | null = null;
  let [rows, bytes, size] = [0, 0, 0];
  const remainingTime = (since: number, part: number): string => {
    const seconds = ((performance.now() - since) / 1000) * (1 / Math.max(part, 1e-9) - 1);
    return part > 0 && part < 1 ? `, ${inTime(seconds)} left` : '';
  };
  return {
    onBytes(read, of) {
      [bytes, size] = [read, of];
    },
    onProgress(read) {
      rows = read;
      const rate = Math.round(rows / Math.max(0.001, (performance.now() - started) / 1000));
      const rest = size > 0 ? remainingTime(started, bytes / size) : '';
      progress.update(bytes, size, `${count(rows)} rows read, ${count(rate)} a second${rest}`);
    },
    onApplied(done, total) {
      applying ??= performance.now();
      progress.update(
        done,
        total,
        `${count(rows)} rows read and checked, applied${remainingTime(applying, done / total)}`,
      );
    },
    stop: () => {
      progress.stop();
    },
  };
}

/** Returns the callbacks of an import or a deletion that print its progress and its notes. */
export function importOptions({ onProgress, onApplied }: ImportProgress): ImportOptions {
  return {
    onProgress,
    onApplied,
    onWait: logWaiting,
    onStopped: (stopped) => {
      for (const entry of stopped) {
        const done = `${entry.partsDone} of ${entry.parts} parts`;
        logLine(`Note: ${named(entry)} stopped after ${done}; run it again to apply the rest.`);
      }
    },
  };
}

/** Prints that the command waits for another import to end. */
export function logWaiting(running: JournalEntry | undefined): void {
  logLine(running ? `Waiting for ${named(running)} to end.` : 'Waiting for another import to end.');
}

function named({ id, resource, file, startedAt }: JournalEntry): string {
  return `import ${id} (${resource} from ${file}, started ${startedAt})`;
}

function inTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
