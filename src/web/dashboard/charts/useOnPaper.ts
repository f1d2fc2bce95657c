import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * While the page is printed, a picture made for paper stands in a place; the style sheets show it there alone. It is made when
 * printing begins, as a canvas of the screen has the screen's scheme and width.
 */
export function useOnPaper(place: RefObject<HTMLElement | null>, make: () => HTMLCanvasElement | null): void {
  // A chart that is drawn anew meanwhile, as when the scheme changes, keeps its picture.
  const makeNow = useEffectEvent(make);
  useEffect(() => {
    let picture: HTMLCanvasElement | null = null;
    const remove = (): void => {
      picture?.remove();
      picture = null;
    };
    const add = (): void => {
      remove();
      picture = makeNow();
      if (picture === null) return;
      picture.className = 'on-paper';
      // Its size on paper is that of the style sheet, whatever the canvas was drawn at.
      picture.removeAttribute('style');
      place.current?.append(picture);
    };
    window.addEventListener('beforeprint', add);
    window.addEventListener('afterprint', remove);
    return () => {
      window.removeEventListener('beforeprint', add);
      window.removeEventListener('afterprint', remove);
      remove();
    };
  }, [place]);
}
