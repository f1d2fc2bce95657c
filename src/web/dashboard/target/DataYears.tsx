import { Fragment, type ReactElement } from 'react';
import { calendarOf } from '../format/periods.js';
import { formatList } from '../format/words.js';
import { Link } from '../route/Link.js';
import type { DataYear } from '../state/dataYears.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** Lists the years with data and the kinds of their records, with links to the years. */
export function DataYears(): ReactElement {
  const { catalogue, period } = useScene();
  const shownYear = calendarOf(period)?.year;
  if (catalogue.years.length === 0) return <p className="about">{texts().figures.noYears}</p>;
  return (
    <p className="about years">
      {texts().figures.years}
      {groupYears(catalogue.years.toReversed()).map(({ years, kinds }, group) => (
        <Fragment key={years[0]}>
          {group > 0 && '; '}
          {years.map((year, index) => (
            <Fragment key={year}>
              {index > 0 && ' '}
              {String(year) === shownYear ? (
                <strong>{year}</strong>
              ) : (
                <Link to={{ period: String(year) }}>{String(year)}</Link>
              )}
            </Fragment>
          ))}
          {` (${kinds})`}
        </Fragment>
      ))}
    </p>
  );
}

/** Groups successive years that have the same kinds of records. */
function groupYears(
  years: readonly DataYear[],
): readonly { readonly years: readonly number[]; readonly kinds: string }[] {
  const { sources, within } = texts();
  const groups: { years: number[]; kinds: string }[] = [];
  for (const { year, kinds } of years) {
    const words = formatList(kinds.map((kind) => within(sources[kind])));
    const last = groups.at(-1);
    if (last?.kinds === words) last.years.push(year);
    else groups.push({ years: [year], kinds: words });
  }
  return groups;
}
