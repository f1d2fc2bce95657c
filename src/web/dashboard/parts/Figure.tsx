import { useState, type ReactElement } from 'react';
import { Chart, HEIGHT } from '../charts/Chart.js';
import type { Draw } from '../charts/draw.js';
import { useScene } from '../state/scene.js';
import { useSubject } from '../state/subject.js';
import { DataTable } from './DataTable.js';
import { csvOf, download, fileName } from './download.js';
import { SavePicture } from './SavePicture.js';
import type { Table } from './table.js';

/** Figures as a chart, as the table of the same figures, and as files of both. */
export function Figure({
  name,
  alt,
  draw,
  height = HEIGHT,
  least = 0,
  table,
  order,
}: {
  /** What the figures are of, in a few words: the caption and the name of the file. */
  readonly name: string;
  /** What the chart shows, for those who do not see it. */
  readonly alt?: string;
  /** Without it there is only the table. */
  readonly draw?: Draw;
  readonly height?: number;
  readonly least?: number;
  readonly table: Table;
  readonly order?: { readonly column: number; readonly descending: boolean };
}): ReactElement {
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
            aria-label={`${name} as a table`}
            onClick={() => {
              setAsTable(!asTable);
            }}
          >
            Table
          </button>
        )}
        <button
          type="button"
          className="plain"
          aria-label={`Download ${name} as CSV`}
          onClick={() => {
            download(fileName(file, 'csv'), csvOf(table));
          }}
        >
          CSV
        </button>
        {draw && <SavePicture name={name} file={fileName(file, 'png')} draw={draw} height={height} least={least} />}
      </div>
      {draw && !asTable ? (
        <Chart draw={draw} label={alt ?? name} height={height} least={least} />
      ) : (
        <DataTable caption={name} table={table} {...(order ? { order } : {})} />
      )}
    </div>
  );
}
