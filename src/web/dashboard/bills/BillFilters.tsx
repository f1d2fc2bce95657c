import type { ReactElement } from 'react';
import { useBillSuppliers } from '../generated/operations.js';
import { Choice } from '../parts/Choice.js';
import { Folded } from '../parts/Folded.js';
import { OptionalChoice } from '../parts/OptionalChoice.js';
import { writeAddress, type Address } from '../route/address.js';
import { go } from '../route/useAddress.js';
import { useChoices } from '../sites/useChoices.js';
import { PAYMENTS } from '../state/bills.js';
import { useScene } from '../state/scene.js';
import { MAX_RANKED } from '../state/sites.js';
import { texts } from '../texts/texts.js';

/** Shows the filters of the bills; the URL holds their values. */
export function BillFilters(): ReactElement {
  const { address } = useScene();
  const { companies, entities } = useChoices();
  const suppliers =
    useBillSuppliers(
      { limit: MAX_RANKED },
      {
        select: ({ suppliers: page }) => (page?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
      },
    ).data ?? [];
  const { bills: words, columns, filters, sites } = texts();
  const change = (patch: Partial<Address>): void => {
    go(writeAddress({ ...address, page: null, ...patch }), 'replace');
  };
  const lists = [
    { name: sites.company, key: 'company', options: companies },
    { name: sites.entity, key: 'entity', options: entities },
    { name: columns.supplier, key: 'supplier', options: suppliers },
  ] as const;
  return (
    <Folded name={filters.more}>
      <section className="filters sites-filters" aria-label={filters.more}>
        <Choice
          name={columns.status}
          value={address.bills ?? 'all'}
          options={PAYMENTS.map((value) => ({ value, label: words.payments[value] }))}
          choose={(bills) => {
            change({ bills });
          }}
        />
        {lists.map(({ name, key, options }) => (
          <OptionalChoice
            key={key}
            name={name}
            value={address[key]}
            options={options}
            choose={(value) => {
              change({ [key]: value });
            }}
          />
        ))}
      </section>
    </Folded>
  );
}
