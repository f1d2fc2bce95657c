import { texts } from '../texts/texts.js';
import type { Colours } from './colours.js';
import type { Draw } from './draw.js';
import { endChart, startChart } from './echarts.js';

/** Where a picture is: on the screen a pixel, on paper 1/96 of an inch. */
interface Size {
  readonly width: number;
  readonly height: number;
  /** Dots for each pixel of width and height, more than 1. */
  readonly dots: number;
}

/** A chart drawn anew as a picture, apart from what the page shows and from its size there. */
export function pictureOf(draw: Draw, colours: Colours, { width, height, dots }: Size): HTMLCanvasElement {
  // On a screen as fine as the picture, ECharts would copy what it has painted so far, and it paints piece after piece.
  const chart = startChart(document.createElement('div'), { width, height, devicePixelRatio: 1 });
  try {
    chart.setOption({ animation: false, ...draw(colours, width) });
    return chart.renderToCanvas({ pixelRatio: dots, backgroundColor: colours.surface });
  } finally {
    endChart(chart);
  }
}

const WIDTH = 1_000;
const MARGIN = 20;
const TITLE = 56;
const DOTS = 2;
const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/**
 * A chart as a PNG that tells by itself what it is of, twice as fine as the screen.
 * @param words what it shows, and below that of what and when
 * @param size its height, and the least width that it needs, in pixels
 * @throws Error when the browser cannot make it
 */
export async function pngOf(
  draw: Draw,
  colours: Colours,
  words: { readonly title: string; readonly about: string },
  size: { readonly height: number; readonly least: number },
): Promise<Blob> {
  const width = Math.max(WIDTH, size.least);
  const canvas = document.createElement('canvas');
  canvas.width = DOTS * (width + 2 * MARGIN);
  canvas.height = DOTS * (size.height + TITLE + 2 * MARGIN);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error(texts().tables.noPicture);
  context.scale(DOTS, DOTS);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'top';
  context.fillStyle = colours.text;
  context.font = `600 18px ${FONT}`;
  context.fillText(words.title, MARGIN, MARGIN, width);
  context.fillStyle = colours.quiet;
  context.font = `14px ${FONT}`;
  context.fillText(words.about, MARGIN, MARGIN + 25, width);
  const chart = pictureOf(draw, colours, { width, height: size.height, dots: DOTS });
  context.drawImage(chart, MARGIN, MARGIN + TITLE, width, size.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error(texts().tables.failedPicture));
    }, 'image/png');
  });
}
