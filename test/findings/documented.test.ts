import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config/root.js';
import { FINDING_SETTINGS } from '../../src/data/findingSettings.js';
import { KIND_NAMES, kindRow } from '../../src/findings/kinds.js';

const text = readFileSync(join(PACKAGE_ROOT, 'docs/findings.md'), 'utf8');
const [, section = ''] = text.split(/^## Each kind by example$|^## The check of an invoice$/m);
/** The severity, near days, thresholds and example of each kind. */
const entries = new Map(
  [...section.matchAll(/^- \*\*([a-z-]+)\*\*\s\(([^)]*)\):(.*?\.)_$/gms)].map((parts) => {
    const [, kind = '', facts = '', rest = ''] = parts.map((part) => part.replaceAll(/\s+/g, ' '));
    return [kind, { facts, example: rest.slice(rest.lastIndexOf(' _') + 2) }] as const;
  }),
);

describe('docs/findings.md', () => {
  it('has an example of each kind of finding, and of no other', () => {
    expect([...entries.keys()]).toEqual(KIND_NAMES);
  });

  it.each(KIND_NAMES)(
    'lists the severity of %s, its thresholds with their defaults, and the days around it that it reads',
    (kind) => {
      const { severity, thresholds, near } = kindRow(kind);
      const settings = thresholds.map((name) => `\`${name}\` ${FINDING_SETTINGS[name].fallback}`);
      const facts = [severity, ...(near === null ? [] : [`near ${near}`]), ...settings];
      expect(entries.get(kind)?.facts).toBe(facts.join(', '));
      expect(entries.get(kind)?.example).toMatch(/^[A-Z0-9].*\.$/);
    },
  );

  it.each(KIND_NAMES)('has an example of %s that matches its messages', (kind) => {
    const said = kindRow(kind).describe({
      ...{
        dates: { first: 'FIRST', last: 'LAST', all: 'FIRST' },
        ...{ days: 7, hours: 7, times: 2, observations: 1, quantity: 'Q', share: 0.7, cost: 'C', bills: 2, units: 'Q' },
      },
      text: () => 'T',
      value: (name) => (['perArea', 'lines', 'yearBefore'].includes(name) ? null : 1),
      money: () => 'C',
    });
    // The text between the numbers: the fixed words of a kind.
    const words = said.split(/FIRST|LAST|\bQ\b|\bC\b|\bT\b|\d+|, 2 times/).map((part) => part.trim());
    const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
    expect(longest.length).toBeGreaterThan(3);
    expect(entries.get(kind)?.example).toContain(longest.replace(/ (from|on)$/, ''));
  });
});
