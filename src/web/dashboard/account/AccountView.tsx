import type { ReactElement } from 'react';
import { useAccount } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { InvalidAddress } from '../parts/InvalidAddress.js';
import { texts } from '../texts/texts.js';
import { AccountPage } from './AccountPage.js';

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
