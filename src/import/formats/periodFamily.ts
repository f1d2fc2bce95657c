import type { LabelledColumn } from './periodColumns.js';
import { readPeriodLabel } from './periodLabel.js';

/**
 * Finds the columns of a day's periods from the first one, whatever their names. These are the columns whose labels
 * differ only in their numbers or times, such as `Cost 1`, `Cost 2`. If the first label has no number, these are all
 * columns with the same label, or all that follow.
 * @returns the columns by index, each with a label that states its period
 */
export function periodsFrom(labels: readonly string[], first: number): ReadonlyMap<number, LabelledColumn> {
  const family = familyOf(labels[first] ?? '');
  const rest = labels.flatMap((label, index) => (index < first ? [] : [{ label, index }]));
  const same = rest.filter(({ label }) => familyOf(label) === family);
  const all = same.length > 1 ? same : rest.filter(({ label }) => label !== '');
  const hasNumbers = same.length > 1 && all.every(({ label }) => /\d/.test(label));
  return new Map(
    all.map(({ label, index }, at) => [index, { label: hasNumbers ? periodIn(label) : String(at + 1), index }]),
  );
}

/** Returns a label without its numbers and without AM or PM. */
function familyOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/[ap]\.?m\.?$/, '')
    .trim();
}

/** Returns the part of a label that names a period, between unknown words. */
function periodIn(label: string): string {
  const bare = label.replace(/^\D+/, '');
  const texts = [label, bare, bare.replace(/\D+$/, '')];
  return texts.find((text) => readPeriodLabel(text) !== null) ?? label;
}
