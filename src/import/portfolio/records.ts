import { quoted } from '../../errors/suggest.js';
import { groupBy } from '../../values/groupBy.js';
import type { ImportName } from '../importNames.js';
import type { Cell } from '../readCell.js';
import type { SourceRow } from '../sourceRow.js';
import type { PortfolioRecord } from './columns.js';
import type { Problems, ResolvedSheet, ResolvedRow } from './resolve.js';
import type { PortfolioSheet } from './sheet.js';

/** The rows of one resource. */
export interface PortfolioPart {
  readonly resource: ImportName;
  readonly rows: readonly SourceRow[];
}

/** Records that several rows describe. The names are also fields of {@link ResolvedRow}. */
const SHARED_RECORDS = ['company', 'entity', 'site'] as const;
type SharedRecord = (typeof SHARED_RECORDS)[number];
const WORDS: Readonly<Record<SharedRecord, string>> = { company: 'company', entity: 'entity', site: 'site' };

/** Fields whose spelling may differ between rows: the most frequent one counts. */
const NAMES: readonly string[] = ['name', 'siteName'];

/** Adds a problem to each row that contradicts another about a company, an entity or a site. */
export function addContradictions({ rows, problems }: ResolvedSheet, { labelOf }: PortfolioSheet): void {
  for (const record of SHARED_RECORDS) {
    for (const group of groupsOf(rows, record).values()) {
      for (const field of new Set(group.flatMap(({ row }) => [...row.fields[record].keys()]))) {
        if (!NAMES.includes(field) && field !== '_id') {
          addDifferences(
            group,
            record,
            labelOf(record, field),
            ({ row }) => row.fields[record].get(field) ?? null,
            problems,
          );
        }
      }
    }
  }
  for (const group of groupsOf(rows, 'site').values()) {
    addDifferences(group, 'site', labelOf('entity', 'name'), ({ entity }) => entity, problems);
  }
}

function addDifferences(
  group: readonly ResolvedRow[],
  record: SharedRecord,
  label: string,
  valueOf: (row: ResolvedRow) => Cell,
  problems: Problems,
): void {
  const filled = group.filter((one) => isFilled(valueOf(one)));
  const texts = filled.map((one) => JSON.stringify(valueOf(one)));
  const different = filled[texts.findIndex((text) => text !== texts[0])];
  if (different === undefined) return;
  for (const [index, one] of filled.entries()) {
    const other = (texts[index] === texts[0] ? different : filled[0]) ?? different;
    const [mine, theirs] = [valueText(valueOf(one)), valueText(valueOf(other))];
    const reason = `is ${mine}, but line ${other.row.line} has ${theirs} for the same ${WORDS[record]}`;
    problems.add(one.row.line, label, reason);
  }
}

function isFilled(value: Cell): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}

function valueText(value: Cell): string {
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

function groupsOf(rows: readonly ResolvedRow[], record: SharedRecord): ReadonlyMap<string, readonly ResolvedRow[]> {
  return groupBy(rows, (one) => one[record]);
}

/**
 * Returns the records of the valid rows, in order of dependency. A field without a column in the sheet keeps its stored
 * value. An empty cell clears the field of a meter. A field of a company, an entity or a site is cleared if all its
 * rows leave it empty.
 * @param isComplete whether no row of the sheet is bad; otherwise empty cells of shared records change nothing, because
 * a bad row may have the value
 */
export function portfolioParts(rows: readonly ResolvedRow[], isComplete: boolean): readonly PortfolioPart[] {
  const shared = (record: SharedRecord): readonly (readonly [string, readonly ResolvedRow[]])[] => [
    ...groupsOf(rows, record),
  ];
  const hasEntity = rows.some(({ row }) => row.fields.entity.size > 0);
  return [
    {
      resource: 'companies',
      rows: shared('company').map(([id, group]) => {
        const name = group.find(({ companyName }) => companyName !== null)?.companyName;
        const nameField = name === undefined || name === null ? {} : { name };
        return sourceRow(group, { ...nameField, ...merged(group, 'company', isComplete), _id: id });
      }),
    },
    {
      resource: 'entities',
      rows: shared('entity').map(([id, group]) =>
        sourceRow(group, { ...merged(group, 'entity', isComplete), _id: id, companyId: group[0]?.company ?? '' }),
      ),
    },
    {
      resource: 'assets',
      rows: shared('site').map(([id, group]) => {
        const entityId = group.find(({ entity }) => entity !== null)?.entity ?? (isComplete ? null : undefined);
        const owners = { _id: id, companyId: group[0]?.company ?? '', ...(hasEntity ? { entityId } : {}) };
        return sourceRow(group, { ...merged(group, 'site', isComplete), ...owners });
      }),
    },
    {
      resource: 'accounts',
      rows: shared('site')
        .flatMap(([id, group]) => {
          const entityId = group.find(({ entity }) => entity !== null)?.entity ?? (isComplete ? null : undefined);
          return group.flatMap((one) => {
            if (one.meter === null) return [];
            const owners = { companyId: one.company, assetId: id, ...(hasEntity ? { entityId } : {}) };
            return [sourceRow([one], { ...Object.fromEntries(one.row.fields.meter), ...owners, _id: one.meter })];
          });
        })
        .toSorted((a, b) => a.line - b.line),
    },
  ];
}

/** Returns the values of a record that several rows describe. */
function merged(
  group: readonly ResolvedRow[],
  record: SharedRecord & PortfolioRecord,
  isComplete: boolean,
): Readonly<Record<string, Cell | undefined>> {
  const values: Record<string, Cell | undefined> = {};
  for (const field of group[0]?.row.fields[record].keys() ?? []) {
    const filled = group.map(({ row }) => row.fields[record].get(field) ?? null).filter(isFilled);
    // An empty name does not clear the stored name: the identifier alone finds the record.
    if (NAMES.includes(field)) values[field] = mostFrequent(filled) ?? undefined;
    else values[field] = filled[0] ?? (isComplete ? null : undefined);
  }
  return values;
}

/** Returns the most frequent spelling of a name. Of equally frequent ones, returns the first in the order of characters. */
function mostFrequent(names: readonly Cell[]): Cell {
  const counts = new Map<string, number>();
  for (const name of names) if (typeof name === 'string') counts.set(name, (counts.get(name) ?? 0) + 1);
  const [best] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return best?.[0] ?? null;
}

function sourceRow(group: readonly ResolvedRow[], values: Readonly<Record<string, Cell | undefined>>): SourceRow {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const lines = group.map(({ row }) => row.line);
  return {
    line: Math.min(...lines),
    names: entries.map(([name]) => name),
    values: entries.map(([, value]) => value),
  };
}
