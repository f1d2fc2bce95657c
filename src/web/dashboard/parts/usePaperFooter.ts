import { useEffect } from 'react';
import { formatDay } from '../format/dates.js';
import { texts } from '../texts/texts.js';

/**
 * Has each page that is printed say at its foot where the view is and when it was printed. A style sheet of the page's own making
 * does it: in the margins of paper there are no elements.
 * @param address of the view
 */
export function usePaperFooter(address: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const write = (): void => {
      const words = texts().page.printed(address, formatDay(new Date().toISOString().slice(0, 10)));
      sheet.replaceSync(
        `@page { @bottom-left { content: ${quoted(words)}; color: #55635e; font: 7.5pt sans-serif; } }`,
      );
    };
    document.adoptedStyleSheets.push(sheet);
    window.addEventListener('beforeprint', write);
    return () => {
      window.removeEventListener('beforeprint', write);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [address]);
}

/** A text as CSS writes it. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', ' ')}"`;
}
