import { useRef, useState, type ReactElement } from 'react';
import { writeAddress } from '../route/address.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { SavedViews } from './SavedViews.js';

/** Shows the buttons of the saved views and of the link to the current view. */
export function ViewTools(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const words = texts().views;
  return (
    <div
      className="view-tools"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setOpen(false);
        toggle.current?.focus();
      }}
    >
      <button
        ref={toggle}
        type="button"
        className="plain"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {words.title}
      </button>
      <CopyLink />
      {isOpen && <SavedViews />}
    </div>
  );
}

/**
 * Copies the address of the view, which never contains the key. Without HTTPS, browsers deny access to the clipboard.
 * Then it shows the address for copying by hand.
 */
function CopyLink(): ReactElement {
  const { address } = useScene();
  const words = texts().views;
  const url = new URL(writeAddress(address), location.href).href;
  // The result for an address. After a change of the view it is out of date.
  const [copied, setCopied] = useState<{ readonly url: string; readonly isDone: boolean } | null>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied({ url, isDone: true });
    } catch {
      setCopied({ url, isDone: false });
    }
  };
  const note = copied?.url === url ? copied : null;
  return (
    <>
      <button type="button" className="plain" onClick={() => void copy()}>
        {words.copy}
      </button>
      <span role="status">{note?.isDone === true && words.copied}</span>
      {note?.isDone === false && (
        <label className="filter">
          {words.copyByHand}
          <input
            readOnly
            autoFocus
            value={url}
            onFocus={({ target }) => {
              target.select();
            }}
          />
        </label>
      )}
    </>
  );
}
