/** Where a key is asked for. */
const DIALOG = '.dialog-ux';

/** What Swagger UI leaves out of its elements, by where they are: names, focus for what scrolls, levels of headings. */
const ATTRIBUTES: readonly (readonly [selector: string, attribute: string, value: string])[] = [
  ['#servers', 'aria-label', 'Server'],
  ['.close-modal', 'aria-label', 'Close'],
  ['.examples-select-element', 'aria-label', 'Example'],
  // Its name is what it shows.
  ['.modal-btn.authorize', 'aria-label', 'Authorize'],
  ['.highlight-code > pre, .curl, .responses-inner pre', 'tabindex', '0'],
  // What stands outside of its main part.
  ['.information-container, .scheme-container', 'role', 'region'],
  ['.information-container', 'aria-label', 'About'],
  ['.scheme-container', 'aria-label', 'Server and key'],
  ['.modal-ux', 'role', 'dialog'],
  ['.modal-ux', 'aria-modal', 'true'],
  ['.modal-ux', 'aria-label', 'Authorize'],
  ['h3.opblock-tag, .modal-ux-header h3, .models > h4', 'aria-level', '2'],
  ['h4.opblock-title, .opblock-section-header h4, .auth-container h4', 'aria-level', '3'],
];

/**
 * Gives the elements of Swagger UI what it leaves out for those who do not see the page or have no mouse, now and whenever
 * it draws more, and has the focus go back to what opened a dialog; it has no setting for that.
 * @param root what Swagger UI draws into
 */
export function keepAccessible(root: HTMLElement): void {
  complete(root);
  let opener: HTMLElement | null = null;
  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest(DIALOG) === null) opener = target;
  });
  let isOpen = false;
  new MutationObserver(() => {
    complete(root);
    const wasOpen = isOpen;
    isOpen = root.querySelector(DIALOG) !== null;
    if (wasOpen && !isOpen) opener?.focus();
  }).observe(root, { childList: true, subtree: true });
}

function complete(root: HTMLElement): void {
  for (const row of root.querySelectorAll<HTMLElement>('tr[data-param-name]')) {
    const name = row.dataset.paramName ?? '';
    for (const field of row.querySelectorAll('select, input, textarea')) set(field, 'aria-label', name);
  }
  for (const [selector, attribute, value] of ATTRIBUTES) {
    for (const element of root.querySelectorAll(selector)) set(element, attribute, value);
  }
}

function set(element: Element, attribute: string, value: string): void {
  if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}
