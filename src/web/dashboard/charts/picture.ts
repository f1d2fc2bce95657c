import { texts } from '../texts/texts.js';
import type { Colours } from './colours.js';
import type { Draw } from './draw.js';
import { endChart, startChart } from './echarts.js';

/** Size of an image in CSS pixels (1/96 inch in print). */
interface Size {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel, above 1. */
  readonly dots: number;
}

/** Renders a chart to a canvas, independent of the chart on the page and of its size. */
export function pictureOf(draw: Draw, colours: Colours, { width, height, dots }: Size): HTMLCanvasElement {
  // With the same pixel ratio as the image, ECharts would copy an unfinished drawing, because it draws in steps.
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
 * Renders a chart with a title to a PNG, with two device pixels per CSS pixel.
 * @param words the title, and a line with the subject and the period
 * @param size height and minimum width in pixels
 * @throws Error if the browser cannot create the image
 */
export async function pngOf(
  draw: Draw,
  colours: Colours,
  words: { readonly title: string; readonly about: string },
  size: { readonly height: number; readonly minWidth: number },
): Promise<Blob> {
  const width = Math.max(WIDTH, size.minWidth);
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
