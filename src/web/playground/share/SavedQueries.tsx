import { useState, type ReactElement } from 'react';
import type { Query } from './queryLink.js';
import { deleteQuery, savedQueries, saveQuery, type SavedQuery } from './savedQueries.js';
import { useOpenQuery } from './useOpenQuery.js';

/** The maximum length of a name in characters. */
const MAX_LETTERS = 60;

/** Lists the saved queries, and saves the open one. */
export function SavedQueries({ open }: { readonly open: Query }): ReactElement {
  const [saved, setSaved] = useState(savedQueries);
  const [name, setName] = useState('');
  const [outcome, setOutcome] = useState('');
  const done = (sentence: string): void => {
    setOutcome(sentence);
    setSaved(savedQueries());
  };
  return (
    <>
      <form
        className="buttons"
        onSubmit={(event) => {
          event.preventDefault();
          done(name.trim() === '' ? 'Enter a name first.' : saveQuery({ name: name.trim(), ...open }));
        }}
      >
        <label className="choose">
          Name
          <input
            value={name}
            maxLength={MAX_LETTERS}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        </label>
        <button type="submit">Save query</button>
        <span role="status">{outcome}</span>
      </form>
      <SavedList
        saved={saved}
        onDelete={(deleted) => {
          done(deleteQuery(deleted));
        }}
      />
    </>
  );
}

function SavedList({
  saved,
  onDelete,
}: {
  readonly saved: readonly SavedQuery[];
  readonly onDelete: (name: string) => void;
}): ReactElement {
  const openQuery = useOpenQuery();
  if (saved.length === 0) return <p>No saved queries. Your browser stores them until you delete them.</p>;
  return (
    <ul className="saved">
      {saved.map((one) => (
        <li key={one.name}>
          <span>{one.name}</span>
          <button
            type="button"
            aria-label={`Open ${one.name}`}
            onClick={() => {
              openQuery?.(one);
            }}
          >
            Open
          </button>
          <button
            type="button"
            aria-label={`Delete ${one.name}`}
            onClick={() => {
              onDelete(one.name);
            }}
          >
            Delete
          </button>
        </li>
      ))}
    </ul>
  );
}
