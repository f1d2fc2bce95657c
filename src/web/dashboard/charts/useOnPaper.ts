import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Adds an image to an element while the page is being printed. The style sheets show it only in print. The hook renders
 * it when printing starts, because the canvas on the page has the colours and width of the screen.
 */
export function useOnPaper(container: RefObject<HTMLElement | null>, make: () => HTMLCanvasElement | null): void {
  // An effect event: a redraw, for instance by a change of the colour scheme, must not remove the image.
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
      // The style sheet sets the size in print, whatever the size of the canvas.
      picture.removeAttribute('style');
      container.current?.append(picture);
    };
    window.addEventListener('beforeprint', add);
    window.addEventListener('afterprint', remove);
    return () => {
      window.removeEventListener('beforeprint', add);
      window.removeEventListener('afterprint', remove);
      remove();
    };
  }, [container]);
}
