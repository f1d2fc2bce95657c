import { useEffect, useId, useState, type ReactElement } from 'react';
import { Folded } from '../parts/Folded.js';
import { OptionalChoice } from '../parts/OptionalChoice.js';
import { writeAddress, type Address } from '../route/address.js';
import { go } from '../route/useAddress.js';
import { useScene } from '../state/scene.js';
import { STATUSES } from '../state/sites.js';
import { texts } from '../texts/texts.js';
import { useChoices } from './useChoices.js';

/** Delay after the last keystroke before a search starts. */
const PAUSE_MS = 350;

/** Shows the search field and the filters of the sites; the URL holds their values. */
export function SiteFilters(): ReactElement {
  const { address } = useScene();
  const choices = useChoices();
  const { columns, filters, sites: words, statuses } = texts();
  const statusOptions = STATUSES.map((value) => ({ value, label: statuses[value] }));
  const change = (patch: Partial<Address>): void => {
    go(writeAddress({ ...address, page: null, ...patch }), 'replace');
  };
  const lists = [
    { name: words.company, key: 'company', options: choices.companies },
    { name: words.entity, key: 'entity', options: choices.entities },
    { name: words.use, key: 'use', options: choices.uses },
    { name: words.tag, key: 'tag', options: choices.tags },
    { name: columns.status, key: 'status', options: statusOptions },
  ] as const;
  return (
    <form
      className="filters sites-filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <SearchField
        key={address.sites}
        value={address.search ?? ''}
        change={(search) => {
          change({ search: search.trim() === '' ? null : search });
        }}
      />
      <Folded name={filters.more}>
        <div className="filters">
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
        </div>
      </Folded>
    </form>
  );
}

function SearchField({
  value,
  change,
}: {
  readonly value: string;
  readonly change: (text: string) => void;
}): ReactElement {
  const id = useId();
  const words = texts().sites;
  const [typed, setTyped] = useState(value);
  const [previous, setPrevious] = useState(value);
  // The URL changed without typing, by "back" or by a link.
  if (previous !== value) {
    setPrevious(value);
    if (typed.trim() !== value.trim()) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value.trim()) return undefined;
    const timer = setTimeout(() => {
      change(typed);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  });
  return (
    <div className="filter search">
      <label htmlFor={id}>{words.search}</label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder={words.searched}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
      />
    </div>
  );
}
