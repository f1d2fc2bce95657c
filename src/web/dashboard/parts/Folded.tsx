import { useState, type ReactElement, type ReactNode } from 'react';

/**
 * Folds its content behind a button on a narrow screen, so that figures come first. On a wide screen, the style sheet
 * hides the button and shows the content.
 */
export function Folded({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={isOpen ? 'folded open' : 'folded'}>
      <button
        type="button"
        className="plain"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {name}
      </button>
      {children}
    </div>
  );
}
