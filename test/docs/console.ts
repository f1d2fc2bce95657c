import { DOCUMENTS } from './documents.js';

/** A command of an example, as a document shows it, with what it prints. */
export interface Shown {
  readonly path: string;
  /** Without the prompt; a text that is given to it stands below. */
  readonly command: string;
  readonly lines: readonly string[];
  /** The whole block that it stands in. */
  readonly block: string;
}

/** What stands for lines that are left out: `… 23 more`. */
const LEFT_OUT = /^\s*…/;

/** The commands of every block of the documents that shows a console. */
export function commandsShown(): readonly Shown[] {
  return DOCUMENTS.flatMap(({ path, text }) =>
    [...text.matchAll(/^( *)```console\n(.*?)^\1```$/gms)].flatMap(([, indent = '', indented = '']) => {
      const block = indented.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      return block
        .split(/^\$ /m)
        .filter((entry) => entry !== '')
        .map((entry) => {
          const [, command = '', printed = ''] = /^([^\n]*<<'E'\n.*?\nE|[^\n]*)\n?(.*)$/s.exec(entry) ?? [];
          return { path, block, command, lines: printed === '' ? [] : printed.trimEnd().split('\n') };
        });
    }),
  );
}

/** Whether lines are those that are shown; `…` stands for one or more. */
export function areShown(lines: readonly string[], shown: readonly string[]): boolean {
  const exactly = (line: string): string => line.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = shown.map((line) => (LEFT_OUT.test(line) ? '(?:.*\n)+?' : `${exactly(line)}\n`)).join('');
  return new RegExp(`^${pattern}$`).test(lines.map((line) => `${line}\n`).join(''));
}
