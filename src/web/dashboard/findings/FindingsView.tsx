import { keepPreviousData } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFindings, type FindingSeverity, type FindingStatus } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Heading } from '../parts/Heading.js';
import { Link } from '../route/Link.js';
import { Pages } from '../sites/Pages.js';
import { type FindingsParams, SEVERITIES, KINDS, kindName } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { FindingsByCause } from './FindingsByCause.js';
import { FindingFilters } from './FindingFilters.js';
import { FindingTable } from './FindingTable.js';

/** Findings per page. */
const PER_PAGE = 50;

/** Shows the findings of all buildings or of one, with the filters in the URL. */
export function FindingsView({ params }: { readonly params: FindingsParams }): ReactElement {
  const { catalogue } = useScene();
  const { findings: words } = texts();
  return (
    <>
      <Heading title={words.title} facts={words.facts} ignoresPeriod />
      {catalogue.scopes.includes('read:findings') ? (
        <FindingList params={params} />
      ) : (
        <p className="empty">{words.mayNot}</p>
      )}
    </>
  );
}

function FindingList({
  params: { filter, severity, sort, page, status },
}: {
  readonly params: FindingsParams;
}): ReactElement {
  const { address, catalogue } = useScene();
  const severityFilter = { ...filter, ...(severity === null ? {} : { severity: { eq: severity } }) };
  const query = useFindings(
    {
      filter: severityFilter,
      high: { ...filter, severity: { eq: 'high' } },
      medium: { ...filter, severity: { eq: 'medium' } },
      low: { ...filter, severity: { eq: 'low' } },
      withInvoices: catalogue.scopes.includes('read:invoices'),
      ...{ sort, limit: PER_PAGE, page },
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <FindingFilters />
      <Answer query={query}>
        {({ findings, high, medium, low }) => {
          const total = findings?.total ?? 0;
          return (
            <>
              <p className="about" role="status">
                {texts().findings.number(total)}
              </p>
              <BySeverity
                counts={{ high: high?.total ?? 0, medium: medium?.total ?? 0, low: low?.total ?? 0 }}
                picked={severity}
              />
              {findings === null || total === 0 ? (
                <NoFindings status={status} />
              ) : (
                <>
                  {address.kind === null && (
                    <div className="cards">
                      <FindingsByCause filter={severityFilter} list={{ findings: address.findings }} />
                    </div>
                  )}
                  <FindingTable findings={findings.data} />
                  <Pages page={page} pages={Math.ceil(total / PER_PAGE)} listed={texts().findings.number(total)} />
                </>
              )}
            </>
          );
        }}
      </Answer>
    </>
  );
}

/** Shows the number of findings of each severity, as links to them. */
function BySeverity({
  counts,
  picked,
}: {
  readonly counts: Readonly<Record<FindingSeverity, number>>;
  readonly picked: FindingSeverity | null;
}): ReactElement {
  const words = texts().findings;
  return (
    <nav className="views" aria-label={words.bySeverity}>
      {SEVERITIES.filter((name) => counts[name] > 0 || name === picked).map((name) => (
        <Link key={name} to={{ severity: name, page: null }} current={name === picked}>
          <strong>{words.number(counts[name])}</strong> {words.severityMeans[name]}
        </Link>
      ))}
      {picked !== null && <Link to={{ severity: null, page: null }}>{words.whateverSeverity}</Link>}
    </nav>
  );
}

/** Reports that there are no findings, and which checks ran. */
function NoFindings({ status }: { readonly status: FindingStatus | null }): ReactElement {
  const { address, catalogue } = useScene();
  const accounts = catalogue.types.reduce((sum, type) => sum + type.accounts, 0);
  const isNarrowed = address.kind !== null || address.severity !== null || address.building !== null;
  const { findings: words, within } = texts();
  const kinds = KINDS.map((kind) => within(kindName(kind)));
  return <p className="empty">{`${words.none(status, isNarrowed)} ${words.checked(accounts, kinds)}`}</p>;
}
