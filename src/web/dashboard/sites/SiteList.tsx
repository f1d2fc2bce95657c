import { keepPreviousData } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { formatPeriod } from '../format/periods.js';
import { useSites } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { useScene } from '../state/scene.js';
import { MAX_RANKED, rankingOf, sortOf, type SitesParams } from '../state/sites.js';
import { texts } from '../texts/texts.js';
import { Pages } from './Pages.js';
import { SiteTable } from './SiteTable.js';

/** Rows per page. */
const PER_PAGE = 50;

/** Lists one page of sites. The service searches, filters and sorts them. */
export function SiteList({ sites, total }: { readonly sites: SitesParams; readonly total: number }): ReactElement {
  const { variables, period } = useScene();
  const { startDate, endDate, types } = variables;
  const { search, filter, page } = sites;
  const ranked = rankingOf(sites, variables, Math.max(1, total));
  const isTooMany = ranked !== null && total > MAX_RANKED;
  const list = useSites(
    { search, filter, sort: sortOf(sites), ranked, limit: PER_PAGE, page, startDate, endDate, types },
    { enabled: !isTooMany, placeholderData: keepPreviousData, select: ({ assets }) => assets },
  );
  const words = texts().sites;
  return (
    <Card title={words.byName} about={words.byNameAbout(formatPeriod(period))} wide>
      {isTooMany ? (
        <p className="empty">{words.tooManyToSort(MAX_RANKED, total)}</p>
      ) : (
        <Answer query={list}>
          {(result) =>
            result === null || result.total === 0 ? (
              <p className="empty">{words.none}</p>
            ) : (
              <>
                <SiteTable sites={sites} rows={result.data} />
                <Pages page={page} pages={Math.ceil(result.total / PER_PAGE)} listed={words.number(result.total)} />
              </>
            )
          }
        </Answer>
      )}
    </Card>
  );
}
