import { useEffect } from 'react';
import { formatDay } from '../format/dates.js';
import { texts } from '../texts/texts.js';

/**
 * Prints the address of the view and the date in the footer of each page. Page margins contain no elements, so a style
 * sheet sets their content.
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

/** Writes a text as a CSS string. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', ' ')}"`;
}
