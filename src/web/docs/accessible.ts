/** Swagger UI's dialog for the API key. */
const DIALOG = '.dialog-ux';

/** Attributes that Swagger UI omits, by selector: names, focus for scrollable elements and heading levels. */
const ATTRIBUTES: readonly (readonly [selector: string, attribute: string, value: string])[] = [
  ['#servers', 'aria-label', 'Server'],
  ['.close-modal', 'aria-label', 'Close'],
  ['.examples-select-element', 'aria-label', 'Example'],
  // The button shows the same word, so voice control finds it by that name.
  ['.modal-btn.authorize', 'aria-label', 'Authorize'],
  ['.highlight-code > pre, .curl, .responses-inner pre', 'tabindex', '0'],
  // These elements stand outside the main landmark.
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
 * Adds names, roles and focus to Swagger UI's elements for screen reader and keyboard users, now and after each redraw.
 * When a dialog closes, returns the focus to the element that opened it. Swagger UI has no setting for either.
 * @param root the element that Swagger UI renders into
 */
export function makeAccessible(root: HTMLElement): void {
  addAttributes(root);
  let opener: HTMLElement | null = null;
  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest(DIALOG) === null) opener = target;
  });
  let isOpen = false;
  new MutationObserver(() => {
    addAttributes(root);
    const wasOpen = isOpen;
    isOpen = root.querySelector(DIALOG) !== null;
    if (wasOpen && !isOpen) opener?.focus();
  }).observe(root, { childList: true, subtree: true });
}

function addAttributes(root: HTMLElement): void {
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
