import { useState, type ReactElement } from 'react';
import { Chart, HEIGHT } from '../charts/Chart.js';
import type { Draw } from '../charts/draw.js';
import { useScene } from '../state/scene.js';
import { useSubject } from '../state/subject.js';
import { texts } from '../texts/texts.js';
import { DataTable } from './DataTable.js';
import { csvOf, download, fileName } from './download.js';
import { SavePicture } from './SavePicture.js';
import type { Table } from './table.js';

/** Shows figures as a chart or a table, with buttons to download them as CSV and PNG. */
export function Figure({
  name,
  alt,
  draw,
  height = HEIGHT,
  minWidth = 0,
  table,
  order,
}: {
  /** The subject of the figures in a few words: caption of the table and name of the files. */
  readonly name: string;
  /** Description of the chart for screen readers. */
  readonly alt?: string;
  /** The chart; without it, only the table is shown. */
  readonly draw?: Draw;
  readonly height?: number;
  readonly minWidth?: number;
  readonly table: Table;
  readonly order?: { readonly column: number; readonly descending: boolean };
}): ReactElement {
  const words = texts().tables;
  const [asTable, setAsTable] = useState(false);
  const { period } = useScene();
  const subject = useSubject();
  const file = [subject, name, period.id];
  return (
    <div className="figure">
      <div className="tools">
        {draw && (
          <button
            type="button"
            className="plain"
            aria-pressed={asTable}
            aria-label={words.asTable(name)}
            onClick={() => {
              setAsTable(!asTable);
            }}
          >
            {words.table}
          </button>
        )}
        <button
          type="button"
          className="plain"
          aria-label={words.asCsv(name)}
          onClick={() => {
            download(fileName(file, 'csv'), csvOf(table));
          }}
        >
          CSV
        </button>
        {draw && (
          <SavePicture name={name} file={fileName(file, 'png')} draw={draw} height={height} minWidth={minWidth} />
        )}
      </div>
      {draw && !asTable ? (
        <Chart draw={draw} name={name} label={alt ?? name} height={height} minWidth={minWidth} />
      ) : (
        <DataTable caption={name} table={table} {...(order ? { order } : {})} />
      )}
    </div>
  );
}
