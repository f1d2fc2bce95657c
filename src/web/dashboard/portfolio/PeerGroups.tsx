import type { ReactElement } from 'react';
import { areaUnit } from '../format/area.js';
import { countDays } from '../format/days.js';
import { formatNumber } from '../format/numbers.js';
import { formatPeriod } from '../format/periods.js';
import { formatList } from '../format/words.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import type { Table } from '../parts/table.js';
import { Link } from '../route/Link.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { MIN_PEERS, peersOf, type PeerGroup, type Peers } from './peers.js';
import type { Building } from './unrankedReason.js';
import { nameOf } from './ranking.js';
import { useRanked } from './useRanked.js';

/** The maximum number of named sites above the upper quartile for each use; a link lists the others. */
const MAX_NAMED = 5;

/** Compares sites of one use by their use per floor area, with the quartiles of the portfolio. */
export function PeerGroups(): ReactElement {
  const { period } = useScene();
  const ranked = useRanked();
  const words = texts().portfolio.peers;
  const unit = areaUnit().name;
  return (
    <Card title={words.title} about={words.about(formatPeriod(period), unit, MIN_PEERS)} wide>
      <Answer query={ranked}>
        {({ assets }) => (
          <Groups
            buildings={assets?.data ?? []}
            total={assets?.total ?? 0}
            peers={peersOf(assets?.data ?? [], countDays(period.from, period.to))}
          />
        )}
      </Answer>
    </Card>
  );
}

function Groups({
  buildings,
  total,
  peers: { groups, excluded },
}: {
  readonly buildings: readonly Building[];
  readonly total: number;
  readonly peers: Peers;
}): ReactElement {
  const words = texts().portfolio.peers;
  const unit = buildings.find(({ consumption }) => consumption?.coverage)?.consumption?.units ?? '';
  const reasons = (['part', 'area', 'noArea', 'none'] as const).flatMap((reason) =>
    excluded[reason] > 0 ? [words.excludedFor[reason](excluded[reason])] : [],
  );
  const number = Object.values(excluded).reduce((sum, one) => sum + one, 0);
  return (
    <>
      {groups.length === 0 ? (
        <p className="empty">{words.none}</p>
      ) : (
        <Figure name={words.title} table={tableOf(groups, unit)} />
      )}
      {groups.map((group) => (
        <Above key={group.use ?? ''} group={group} />
      ))}
      <p className="about">
        {number === 0 ? words.allCompared : words.excluded(number, formatList(reasons))}
        {total > buildings.length && ` ${words.firstByName(buildings.length, total)}`}
      </p>
    </>
  );
}

const useName = (use: string | null): string => use ?? texts().portfolio.peers.noUse;

function tableOf(groups: readonly PeerGroup[], unit: string): Table {
  const { sites: siteWords, portfolio } = texts();
  const { name, perArea } = areaUnit();
  const figure = { unit: `${unit}/${name}`, as: 'number', digits: 1 } as const;
  const words = portfolio.peers;
  return {
    columns: [
      { name: siteWords.use, as: 'text' },
      { name: siteWords.title, as: 'number' },
      { name: words.lower, ...figure },
      { name: words.median, ...figure },
      { name: words.upper, ...figure },
      { name: words.above, as: 'number' },
    ],
    rows: groups.map(({ use, sites, quartiles, above }) => ({
      id: use ?? '',
      ...(use === null ? {} : { to: { sites: 'list', use, sort: 'intensity:desc' } }),
      cells: [
        useName(use),
        sites,
        perArea(quartiles?.lower ?? null),
        perArea(quartiles?.median ?? null),
        perArea(quartiles?.upper ?? null),
        quartiles === null ? null : above.length,
      ],
    })),
  };
}

/** Links the sites of one use above its upper quartile. */
function Above({ group: { use, above } }: { readonly group: PeerGroup }): ReactElement | null {
  if (above.length === 0) return null;
  const words = texts().portfolio.peers;
  const { perArea } = areaUnit();
  const more = above.length - MAX_NAMED;
  return (
    <p>
      {words.aboveOf(useName(use))}
      {above.slice(0, MAX_NAMED).map(({ building, perArea: figure }, index) => (
        <span key={building._id}>
          {index > 0 && ', '}
          <Link to={{ building: building._id }}>{nameOf(building)}</Link> ({formatNumber(perArea(figure), 1)})
        </span>
      ))}
      {more > 0 && (
        <>
          {', '}
          {use === null ? (
            words.more(more)
          ) : (
            <Link to={{ sites: 'list', use, sort: 'intensity:desc' }}>{words.more(more)}</Link>
          )}
        </>
      )}
    </p>
  );
}
