import { useState, type ReactElement } from 'react';
import { useColours } from '../charts/useColours.js';
import type { Draw } from '../charts/draw.js';
import { pngOf } from '../charts/picture.js';
import { formatPeriod } from '../format/periods.js';
import { useScene } from '../state/scene.js';
import { useSubject } from '../state/subject.js';
import { texts } from '../texts/texts.js';
import { download } from './download.js';

/** Button that saves a chart as a PNG with its title, subject and period. */
export function SavePicture({
  name,
  file,
  draw,
  height,
  minWidth,
}: {
  readonly name: string;
  readonly file: string;
  readonly draw: Draw;
  /** Height of the chart in pixels. */
  readonly height: number;
  /** Minimum width of the chart in pixels. */
  readonly minWidth: number;
}): ReactElement {
  const { period } = useScene();
  const subject = useSubject();
  const colours = useColours();
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    try {
      const about = `${subject}, ${formatPeriod(period)}`;
      download(file, await pngOf(draw, colours, { title: name, about }, { height, minWidth }));
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <button type="button" className="plain" aria-label={texts().tables.asPng(name)} onClick={() => void save()}>
        PNG
      </button>
      {problem !== null && <span role="alert">{problem}</span>}
    </>
  );
}
