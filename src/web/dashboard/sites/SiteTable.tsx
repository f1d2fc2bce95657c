import type { ReactElement } from 'react';
import { Badge } from '../findings/Badge.js';
import { useOpenFindings } from '../findings/useOpenFindings.js';
import { areaUnit } from '../format/area.js';
import { formatLabel } from '../format/dates.js';
import { formatNumber, formatShare } from '../format/numbers.js';
import type { SitesQuery } from '../generated/operations.js';
import { writeAddress } from '../route/address.js';
import { Link } from '../route/Link.js';
import { NO_SITES } from '../route/sitesAddress.js';
import { go } from '../route/useAddress.js';
import { useScene } from '../state/scene.js';
import type { SitesAsked, SortBy } from '../state/sites.js';
import { texts } from '../texts/texts.js';

type Site = NonNullable<SitesQuery['assets']>['data'][number];

interface Column {
  readonly name: string;
  /** What the service can sort by; null: by nothing. */
  readonly by: SortBy | null;
  readonly isNumber: boolean;
  readonly text: (site: Site) => string;
}

/** A page of sites; its headings have the service sort all of them. */
export function SiteTable({
  sites,
  rows,
}: {
  readonly sites: SitesAsked;
  readonly rows: readonly Site[];
}): ReactElement {
  const { address } = useScene();
  const open = useOpenFindings(rows.map(({ _id }) => _id));
  const { sites: words, tables } = texts();
  const unit = rows.find(({ consumption }) => consumption?.units)?.consumption?.units ?? 'kWh';
  const sortBy = (by: SortBy, isNumber: boolean): void => {
    const descending = sites.by === by ? !sites.descending : isNumber;
    go(writeAddress({ ...address, page: null, sort: `${by}:${descending ? 'desc' : 'asc'}` }), 'replace');
  };
  return (
    <div className="scroll" role="region" aria-label={tables.ofTable(words.title)} tabIndex={0}>
      <table>
        <caption className="unseen">{words.title}</caption>
        <thead>
          <tr>
            {columnsOf(unit).map(({ name, by, isNumber }) => (
              <th
                key={name}
                scope="col"
                className={isNumber ? 'number' : ''}
                aria-sort={by !== null && by === sites.by ? (sites.descending ? 'descending' : 'ascending') : undefined}
              >
                {by === null ? (
                  name
                ) : (
                  <button
                    type="button"
                    onClick={() => {
                      sortBy(by, isNumber);
                    }}
                  >
                    {name}
                  </button>
                )}
              </th>
            ))}
            <th scope="col" className="number">
              {words.findings}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((site) => (
            <tr key={site._id}>
              {columnsOf(unit).map(({ name, isNumber, text }, index) =>
                index === 0 ? (
                  <th key={name} scope="row">
                    <Link to={{ ...NO_SITES, building: site._id }}>{text(site)}</Link>
                  </th>
                ) : (
                  <td key={name} className={isNumber ? 'number' : ''}>
                    {text(site)}
                  </td>
                ),
              )}
              <td className="number">
                <Badge building={site._id} open={open.get(site._id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function columnsOf(unit: string): readonly Column[] {
  const { columns, sites: words, statuses } = texts();
  const { name: areaName, perArea } = areaUnit();
  const place = ({ address: { locality, postCode } }: Site): string => [locality, postCode].filter(Boolean).join(', ');
  const measured = ({ consumption }: Site): Site['consumption'] =>
    (consumption?.coverage ?? 0) > 0 ? consumption : null;
  return [
    {
      name: words.site,
      by: 'siteName',
      isNumber: false,
      text: ({ _id, siteName, siteCode }) => siteName ?? siteCode ?? _id,
    },
    { name: words.code, by: null, isNumber: false, text: ({ siteCode }) => siteCode ?? '–' },
    { name: words.place, by: null, isNumber: false, text: (site) => place(site) || '–' },
    { name: words.use, by: 'assetType', isNumber: false, text: ({ assetType }) => assetType ?? '–' },
    {
      ...{ name: words.lastData, by: 'lastDataMonth', isNumber: true },
      text: ({ lastDataMonth }) => (lastDataMonth === null ? words.noData : formatLabel(lastDataMonth)),
    },
    {
      ...{ name: columns.withData, by: 'coverage', isNumber: true },
      text: ({ consumption }) => formatShare(consumption?.coverage),
    },
    {
      ...{ name: `${columns.consumption} (${unit})`, by: 'consumption', isNumber: true },
      text: (site) => formatNumber(measured(site)?.consumption),
    },
    {
      ...{ name: `${unit}/${areaName}`, by: 'intensity', isNumber: true },
      text: (site) => formatNumber(perArea(measured(site)?.intensity?.consumption ?? null), 1),
    },
    { name: columns.status, by: null, isNumber: false, text: ({ status }) => statuses[status] },
  ];
}
