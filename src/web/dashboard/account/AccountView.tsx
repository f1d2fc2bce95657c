import { type ReactElement, useMemo } from 'react';
import { useAccount, type AccountQuery } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { InvalidAddress } from '../parts/InvalidAddress.js';
import { texts } from '../texts/texts.js';
import { capital } from '../format/words.js';
import { Bills } from '../target/Bills.js';
import { TargetScene } from '../target/TargetScene.js';
import { TargetFiguresView } from '../target/TargetFiguresView.js';
import { Reads } from '../target/Reads.js';
import { Heading } from '../parts/Heading.js';
import { Link } from '../route/Link.js';
import { SubjectContext } from '../state/subject.js';
import { Contracts } from './Contracts.js';
import { Registers } from './Registers.js';

/** Loads an account by its identifier and shows it. */
export function AccountView({ id }: { readonly id: string }): ReactElement {
  const account = useAccount({ id });
  return (
    <Answer query={account}>
      {(data) =>
        data.account === null ? (
          <InvalidAddress problem={texts().wrong.account(id)} />
        ) : (
          <AccountPage account={data.account} />
        )
      }
    </Answer>
  );
}

/** Shows an account: its figures, registers, contracts, invoices and readings. */
function AccountPage({ account }: { readonly account: NonNullable<AccountQuery['account']> }): ReactElement {
  const { _id, name, type, status, isVirtual, meterPointNumber, meterSerialNumber, supplierRef, asset } = account;
  const { account: words, statuses, types: typeWords } = texts();
  const displayName = name ?? _id;
  const names = useMemo(() => new Map([[_id, displayName]]), [_id, displayName]);
  const types = useMemo(() => [type], [type]);
  const target = useMemo(() => ({ accountId: _id }), [_id]);
  const ids = useMemo(() => [_id], [_id]);
  const facts = [
    capital(typeWords[type]),
    meterPointNumber && words.meterPoint(meterPointNumber),
    meterSerialNumber && words.serialNumber(meterSerialNumber),
    supplierRef && words.supplierRef(supplierRef),
    statuses[status],
    isVirtual === true ? words.virtual : null,
  ];
  return (
    <SubjectContext value={displayName}>
      <TargetScene target={target} types={types}>
        <Heading
          title={displayName}
          {...(asset
            ? { path: <Link to={{ account: null, building: asset._id }}>{asset.siteName ?? asset._id}</Link> }
            : {})}
          facts={facts.filter(Boolean).join(' · ')}
        />
        <TargetFiguresView target={target} names={names} timeZone={asset?.timeZone ?? null} />
        <div className="cards">
          <Registers account={_id} />
          <Contracts page={account.contracts} />
          <Bills accounts={ids} />
          <Reads accounts={ids} names={names} />
        </div>
      </TargetScene>
    </SubjectContext>
  );
}
