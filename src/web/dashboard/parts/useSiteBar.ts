import { useLayoutEffect } from 'react';
import { useLanguage } from '../../shared/useLanguage.js';
import { texts } from '../texts/texts.js';

/**
 * Translates the links of the top bar, which the server sends in English. The linked pages stay in English, and the
 * links say so (`hreflang`).
 */
export function useSiteBar(): void {
  const language = useLanguage();
  useLayoutEffect(() => {
    const { pages, links } = texts().page;
    document.querySelector('.bar nav')?.setAttribute('aria-label', pages);
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.bar nav a')) {
      const path = link.getAttribute('href') ?? '';
      link.textContent = links[path] ?? link.textContent;
      if (language !== 'en' && link.getAttribute('aria-current') === null) link.hreflang = 'en';
      else link.removeAttribute('hreflang');
    }
  }, [language]);
}
