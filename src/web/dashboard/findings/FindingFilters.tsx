import type { ReactElement } from 'react';
import { capital } from '../format/words.js';
import { Choice } from '../parts/Choice.js';
import { writeAddress, type Address } from '../route/address.js';
import { Link } from '../route/Link.js';
import { go } from '../route/useAddress.js';
import { KINDS, kindInWords, SEVERITIES, STATUSES } from '../state/findings.js';
import { useScene } from '../state/scene.js';

/** What the findings are narrowed to; all of it stands in the address. */
export function FindingFilters(): ReactElement {
  const { address } = useScene();
  const change = (patch: Partial<Address>): void => {
    go(writeAddress({ ...address, page: null, ...patch }), 'replace');
  };
  const chosen = (value: string): string | null => (value === '' ? null : value);
  return (
    <>
      <section className="filters sites-filters" aria-label="Filters">
        <Choice
          name="Status"
          value={address.findings ?? 'open'}
          options={[...STATUSES, 'all'].map((value) => ({ value, words: capital(value) }))}
          choose={(findings) => {
            change({ findings });
          }}
        />
        <Choice
          name="Severity"
          value={address.severity ?? ''}
          options={[{ value: '', words: 'All' }, ...SEVERITIES.map((value) => ({ value, words: capital(value) }))]}
          choose={(value) => {
            change({ severity: chosen(value) });
          }}
        />
        <Choice
          name="Kind"
          value={address.kind ?? ''}
          options={[{ value: '', words: 'All' }, ...KINDS.map((value) => ({ value, words: kindInWords(value) }))]}
          choose={(value) => {
            change({ kind: chosen(value) });
          }}
        />
      </section>
      {address.building !== null && (
        <p className="about">
          Of one building. <Link to={{ building: null, page: null }}>Show those of all buildings</Link>
        </p>
      )}
    </>
  );
}
