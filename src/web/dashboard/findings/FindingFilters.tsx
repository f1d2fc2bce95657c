import type { ReactElement } from 'react';
import { capital } from '../format/words.js';
import { Choice } from '../parts/Choice.js';
import { Folded } from '../parts/Folded.js';
import { writeAddress, type Address } from '../route/address.js';
import { Link } from '../route/Link.js';
import { go } from '../route/useAddress.js';
import { KINDS, kindName, ORDERS, SEVERITIES, STATUSES } from '../state/findings.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';

/** Shows the filters of the findings; the URL holds their values. */
export function FindingFilters(): ReactElement {
  const { address } = useScene();
  const { columns, filters, findings: words } = texts();
  const change = (patch: Partial<Address>): void => {
    go(writeAddress({ ...address, page: null, ...patch }), 'replace');
  };
  const chosen = (value: string): string | null => (value === '' ? null : value);
  return (
    <>
      <Folded name={filters.filters}>
        <section className="filters sites-filters" aria-label={filters.filters}>
          <Choice
            name={columns.status}
            value={address.findings ?? 'open'}
            options={([...STATUSES, 'all'] as const).map((value) => ({ value, label: capital(words.statuses[value]) }))}
            choose={(findings) => {
              change({ findings });
            }}
          />
          <Choice
            name={columns.severity}
            value={address.severity ?? ''}
            options={[
              { value: '', label: filters.all },
              ...SEVERITIES.map((value) => ({ value, label: capital(words.severities[value]) })),
            ]}
            choose={(value) => {
              change({ severity: chosen(value) });
            }}
          />
          <Choice
            name={columns.kind}
            value={address.kind ?? ''}
            options={[{ value: '', label: filters.all }, ...KINDS.map((value) => ({ value, label: kindName(value) }))]}
            choose={(value) => {
              change({ kind: chosen(value) });
            }}
          />
          <Choice
            name={words.order}
            value={address.sort ?? ORDERS[0]}
            options={ORDERS.map((value) => ({ value, label: words.orders[value] }))}
            choose={(value) => {
              change({ sort: value === ORDERS[0] ? null : value });
            }}
          />
        </section>
      </Folded>
      {address.building !== null && (
        <p className="about">
          {words.ofOne}
          <Link to={{ building: null, page: null }}>{words.ofAll}</Link>
        </p>
      )}
    </>
  );
}
