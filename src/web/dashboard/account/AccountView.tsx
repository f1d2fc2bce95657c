import type { ReactElement } from 'react';
import { useAccount } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Misread } from '../parts/Misread.js';
import { AccountPage } from './AccountPage.js';

/** An account by its identifier. */
export function AccountView({ id }: { readonly id: string }): ReactElement {
  const account = useAccount({ id });
  return (
    <Answer to={account}>
      {(data) =>
        data.account === null ? (
          <Misread problem={`There is no account “${id}” that this key may see.`} />
        ) : (
          <AccountPage account={data.account} />
        )
      }
    </Answer>
  );
}
