import { type ReactElement, useMemo } from 'react';
import { useBuilding, type BuildingQuery } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { InvalidAddress } from '../parts/InvalidAddress.js';
import { texts } from '../texts/texts.js';
import { Badge } from '../findings/Badge.js';
import { FindingsByCause } from '../findings/FindingsByCause.js';
import { useOpenFindings } from '../findings/useOpenFindings.js';
import { capital } from '../format/words.js';
import { Bills } from '../target/Bills.js';
import { TargetScene } from '../target/TargetScene.js';
import { TargetFiguresView } from '../target/TargetFiguresView.js';
import { Reads } from '../target/Reads.js';
import { Heading } from '../parts/Heading.js';
import { NO_FINDINGS } from '../route/findingsAddress.js';
import { Link } from '../route/Link.js';
import { NO_SITES } from '../route/sitesAddress.js';
import { useScene } from '../state/scene.js';
import { SubjectContext } from '../state/subject.js';
import { Accounts } from './Accounts.js';

/** Loads a building by its identifier and shows it. */
export function BuildingView({ id }: { readonly id: string }): ReactElement {
  const building = useBuilding({ id });
  return (
    <Answer query={building}>
      {({ asset }) =>
        asset === null ? <InvalidAddress problem={texts().wrong.building(id)} /> : <BuildingPage building={asset} />
      }
    </Answer>
  );
}

/** Shows a building: its figures and its accounts with their invoices and readings. */
function BuildingPage({ building }: { readonly building: NonNullable<BuildingQuery['asset']> }): ReactElement {
  const { variables } = useScene();
  const { building: words, types: typeWords } = texts();
  const { _id, siteName, siteCode, assetType, constructionYear, address, entity, timeZone } = building;
  const accounts = useMemo(() => building.accounts?.data ?? [], [building]);
  const names = useMemo(
    () => new Map(accounts.map((account) => [account._id, account.name ?? account._id])),
    [accounts],
  );
  const buildingTypes = useMemo(() => [...new Set(accounts.map(({ type }) => type))], [accounts]);
  const types = useMemo(
    () => variables.types.filter((type) => buildingTypes.includes(type)),
    [variables, buildingTypes],
  );
  const target = useMemo(() => ({ assetId: _id }), [_id]);
  const open = useOpenFindings(useMemo(() => [_id], [_id])).get(_id);
  const displayName = siteName ?? siteCode ?? _id;
  const facts = [
    siteCode,
    assetType === null ? null : capital(assetType),
    [address.streetAddress, address.locality, address.postCode].filter(Boolean).join(', '),
    entity?.name ?? null,
    constructionYear === null ? null : words.built(constructionYear),
  ];
  return (
    <SubjectContext value={displayName}>
      <TargetScene target={target} types={types}>
        <Heading
          title={displayName}
          {...(open ? { path: <Badge building={_id} open={open} /> } : {})}
          facts={facts.filter(Boolean).join(' · ')}
        />
        {types.length > 0 ? (
          <TargetFiguresView target={target} names={names} timeZone={timeZone} />
        ) : (
          <p className="empty">
            {words.noAccount(variables.types.map((type) => typeWords[type]))}
            {buildingTypes.map((type) => (
              <Link key={type} to={{ type }}>
                {capital(typeWords[type])}{' '}
              </Link>
            ))}
          </p>
        )}
        <div className="cards">
          <FindingsByCause
            filter={{ status: { eq: 'open' }, assetId: { eq: _id } }}
            list={{ ...NO_SITES, ...NO_FINDINGS, findings: 'open', building: _id, account: null }}
          />
          <Accounts building={building} />
          <Bills accounts={accounts.map((account) => account._id)} />
          <Reads accounts={accounts.map((account) => account._id)} names={names} />
        </div>
      </TargetScene>
    </SubjectContext>
  );
}
