import { useMemo, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { writeAddress } from '../route/address.js';
import { go } from '../route/useAddress.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { FaultNote } from './FaultNote.js';
import { NameForm } from './NameForm.js';
import { onViewsChange, storedViews, storeViews } from './storedViews.js';
import { renamed, viewsOf, withoutView, withView, type SavedView, type ViewFault } from './viewList.js';

/** Lists the views that this browser stores, and saves the current one. Users open, rename or delete them. */
export function SavedViews(): ReactElement {
  const { address } = useScene();
  const stored = useSyncExternalStore(onViewsChange, storedViews);
  const views = useMemo(() => viewsOf(stored), [stored]);
  const panel = useRef<HTMLElement>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const words = texts().views;
  const finish = (changed: readonly SavedView[] | ViewFault, note: string): ViewFault | null => {
    const fault = storeViews(changed);
    setDone(fault === null ? note : '');
    if (fault !== null) return fault;
    setEdited(null);
    // The focused button or field may no longer exist.
    panel.current?.focus();
    return null;
  };
  return (
    <section ref={panel} className="saved-views card" aria-label={words.title} tabIndex={-1}>
      {views.length === 0 ? <p className="about">{words.none}</p> : null}
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            {edited === view.name ? (
              <NameForm
                label={words.newName(view.name)}
                name={view.name}
                submit={words.rename}
                use={(name) => finish(renamed(views, view, name), words.renamed(name))}
              />
            ) : (
              <Saved
                view={view}
                rename={() => {
                  setEdited(view.name);
                }}
                remove={() => finish(withoutView(views, view), words.deleted(view.name))}
              />
            )}
          </li>
        ))}
      </ul>
      <NameForm
        key={views.length}
        label={words.name}
        name=""
        submit={words.save}
        use={(name) =>
          finish(
            withView(views, { name, search: new URL(writeAddress(address), location.href).search }),
            words.saved(name),
          )
        }
      />
      <p className="about" role="status">
        {done}
      </p>
      <p className="about">{words.about}</p>
    </section>
  );
}

function Saved({
  view: { name, search },
  rename,
  remove,
}: {
  readonly view: SavedView;
  readonly rename: () => void;
  /** Deletes the view. Returns the fault if that is not possible, or null. */
  readonly remove: () => ViewFault | null;
}): ReactElement {
  const [fault, setFault] = useState<ViewFault | null>(null);
  const words = texts().views;
  const url = `${location.pathname}${search}`;
  return (
    <>
      <a
        href={url}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          go(url, 'push');
        }}
      >
        {name}
      </a>
      <button type="button" className="plain" aria-label={words.renameOf(name)} onClick={rename}>
        {words.rename}
      </button>
      <button
        type="button"
        className="plain"
        aria-label={words.deleteOf(name)}
        onClick={() => {
          setFault(remove());
        }}
      >
        {words.delete}
      </button>
      <FaultNote fault={fault} />
    </>
  );
}
