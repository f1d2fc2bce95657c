import { quoted } from '../../errors/suggest.js';
import type { Readings } from './writtenNumber.js';

/** Something that a file writes in one of two ways throughout, such as dates with the day or with the month first. */
export interface Way {
  /** For messages: `dates`. */
  readonly what: string;
  /** The option by which it is said, and its values. */
  readonly option: string;
  readonly choices: readonly [string, string];
  /** What the two ways mean. */
  readonly means: readonly [string, string];
  /** What is asked, after "does not tell". */
  readonly asks: string;
  /** One of the choices; null: the file tells. */
  readonly said: string | null;
  /** What tells the way before any cell does, such as the name of a column; null: nothing. */
  readonly hint?: { readonly choice: string; readonly by: string } | null;
}

/** Which of two ways a file writes, decided by the first cell that can be read one way only. */
export interface Decision {
  /**
   * The reading that counts; null while it is not decided and the readings differ. What cannot be read stays as it is.
   * @throws Error when a cell contradicts the one that decided
   */
  choose(readings: Readings, cell: string, line: number, column: string): string | null;
  /** Whether it is decided for the first way. */
  isFirst(): boolean;
  /** Whether a cell waits for it. */
  isOpen(): boolean;
  /** Why it must be said, when a cell waits for it. */
  problem(): string | null;
  /** What was recognised, once it is decided by the file. */
  told(): readonly [string, string] | null;
}

/** @param way what is decided */
export function createDecision({ what, option, choices, means, asks, said, hint = null }: Way): Decision {
  const before = said ?? hint?.choice ?? null;
  let decided: 0 | 1 | null = before === null ? null : before === choices[0] ? 0 : 1;
  let by: string | null = said === null && hint !== null ? hint.by : null;
  let open: string | null = null;
  const isOpen = (): boolean => open !== null && decided === null;

  return {
    choose(readings, cell, line, column) {
      const [first, second] = readings;
      if (first === second) return first ?? cell;
      const only = first === null ? 1 : second === null ? 0 : null;
      if (decided === null && only === null) {
        open ??= placed(cell, line, column);
        return null;
      }
      if (decided === null && only !== null) {
        decided = only;
        by = placed(cell, line, column);
      }
      const value = decided === 0 ? first : second;
      if (value !== null) return value;
      if (said !== null || only === null || by === null) return cell;
      const other = `${placed(cell, line, column)} has the ${means[only]}`;
      throw new Error(`the ${what} contradict each other: ${by} has the ${means[only === 0 ? 1 : 0]}, ${other}`);
    },
    isFirst: () => decided === 0,
    isOpen,
    problem() {
      if (!isOpen() || open === null) return null;
      return `the file does not tell ${asks}: say ${option} ${choices.join(` or ${option} `)}; the first such is ${open}`;
    },
    told: () => (decided === null || by === null ? null : [what, `${means[decided]}, told by ${by}`]),
  };
}

function placed(cell: string, line: number, column: string): string {
  return `${quoted(cell)} (line ${line}, ${column})`;
}
