import type { ReactElement } from 'react';
import { doubtOfUse } from '../../../values/usePerArea.js';
import { Badge } from '../findings/Badge.js';
import { useOpenFindings } from '../findings/useOpenFindings.js';
import { areaUnit } from '../format/area.js';
import { countDays } from '../format/days.js';
import { formatLabel } from '../format/dates.js';
import { formatNumber, formatShare } from '../format/numbers.js';
import type { SitesQuery } from '../generated/operations.js';
import { Scroll } from '../parts/Scroll.js';
import { SortHeading } from '../parts/SortHeading.js';
import { writeAddress } from '../route/address.js';
import { Link } from '../route/Link.js';
import { NO_SITES } from '../route/sitesAddress.js';
import { go } from '../route/useAddress.js';
import { useScene } from '../state/scene.js';
import type { SitesParams, SortBy } from '../state/sites.js';
import { texts } from '../texts/texts.js';

type Site = NonNullable<SitesQuery['assets']>['data'][number];

interface Column {
  readonly name: string;
  /** The service's name for this order; null if the service cannot sort by the column. */
  readonly by: SortBy | null;
  readonly isNumber: boolean;
  readonly text: (site: Site) => string;
}

/** Shows a page of sites. A click on a heading makes the service sort all sites, not only this page. */
export function SiteTable({
  sites,
  rows,
}: {
  readonly sites: SitesParams;
  readonly rows: readonly Site[];
}): ReactElement {
  const { address, period } = useScene();
  const open = useOpenFindings(rows.map(({ _id }) => _id));
  const { sites: words, tables } = texts();
  const unit = rows.find(({ consumption }) => consumption?.units)?.consumption?.units ?? 'kWh';
  const sortBy = (by: SortBy, isNumber: boolean): void => {
    const descending = sites.by === by ? !sites.descending : isNumber;
    go(writeAddress({ ...address, page: null, sort: `${by}:${descending ? 'desc' : 'asc'}` }), 'replace');
  };
  const columns = columnsOf(unit, countDays(period.from, period.to));
  return (
    <Scroll label={tables.ofTable(words.title)} hasManyColumns>
      <table className="as-cards">
        <caption className="visually-hidden">{words.title}</caption>
        <thead>
          <tr data-sort={tables.sortBy}>
            {columns.map(({ name, by, isNumber }) => (
              <SortHeading
                key={name}
                text={name}
                isNumber={isNumber}
                sorted={by !== null && by === sites.by ? (sites.descending ? 'descending' : 'ascending') : undefined}
                onSort={
                  by === null
                    ? null
                    : () => {
                        sortBy(by, isNumber);
                      }
                }
              />
            ))}
            <th scope="col" className="number">
              {words.findings}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((site) => (
            <tr key={site._id}>
              {columns.map((column, index) => (
                <CellOf key={column.name} site={site} column={column} isFirst={index === 0} />
              ))}
              <td className="number" data-name={words.findings}>
                <Badge building={site._id} open={open.get(site._id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function CellOf({
  site,
  column: { name, isNumber, text },
  isFirst,
}: {
  readonly site: Site;
  readonly column: Column;
  readonly isFirst: boolean;
}): ReactElement {
  if (!isFirst) {
    return (
      <td className={isNumber ? 'number' : ''} data-name={name}>
        {text(site)}
      </td>
    );
  }
  return (
    <th scope="row">
      <Link to={{ ...NO_SITES, building: site._id }}>{text(site)}</Link>
    </th>
  );
}

/** @param days length of the period in days */
function columnsOf(unit: string, days: number): readonly Column[] {
  const { columns, sites: words, statuses } = texts();
  const { name: areaName, perArea } = areaUnit();
  const townOf = ({ address: { locality, postCode } }: Site): string => [locality, postCode].filter(Boolean).join(', ');
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
    { name: words.place, by: null, isNumber: false, text: (site) => townOf(site) || '–' },
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
      text: (site) => {
        const use = measured(site)?.intensity?.consumption ?? null;
        const { units = null, coverage = null } = site.consumption ?? {};
        const reason = doubtOfUse({ perArea: use, unit: units, coverage, days });
        const shown = formatNumber(perArea(use), 1);
        return reason === null ? shown : words.unrankedUse[reason](shown);
      },
    },
    { name: columns.status, by: null, isNumber: false, text: ({ status }) => statuses[status] },
  ];
}
