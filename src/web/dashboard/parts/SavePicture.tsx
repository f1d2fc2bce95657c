import { useState, type ReactElement } from 'react';
import { useColours } from '../charts/colours.js';
import type { Draw } from '../charts/draw.js';
import { pngOf } from '../charts/picture.js';
import { periodInWords } from '../format/periods.js';
import { useScene } from '../state/scene.js';
import { useSubject } from '../state/subject.js';
import { texts } from '../texts/texts.js';
import { download } from './download.js';

/** The button that saves a chart as a picture, which says what it is of and when. */
export function SavePicture({
  name,
  file,
  draw,
  height,
  least,
}: {
  readonly name: string;
  readonly file: string;
  readonly draw: Draw;
  /** Of the chart, in pixels. */
  readonly height: number;
  /** The least width that the chart needs, in pixels. */
  readonly least: number;
}): ReactElement {
  const { period } = useScene();
  const subject = useSubject();
  const colours = useColours();
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    try {
      const about = `${subject}, ${periodInWords(period)}`;
      download(file, await pngOf(draw, colours, { title: name, about }, { height, least }));
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
