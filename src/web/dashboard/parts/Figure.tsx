import { useState, type ReactElement } from 'react';
import { Chart } from '../charts/Chart.js';
import type { Draw } from '../charts/draw.js';
import { useScene } from '../state/scene.js';
import { DataTable } from './DataTable.js';
import { csvOf, download } from './download.js';
import type { Table } from './table.js';

/** Figures as a chart, as the table of the same figures, and as a file of them. */
export function Figure({
  name,
  alt,
  draw,
  height,
  least,
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
  const file = `${name} ${period.id}.csv`.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, '-');
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
            download(file, csvOf(table));
          }}
        >
          CSV
        </button>
      </div>
      {draw && !asTable ? (
        <Chart
          draw={draw}
          label={alt ?? name}
          {...(height === undefined ? {} : { height })}
          {...(least === undefined ? {} : { least })}
        />
      ) : (
        <DataTable caption={name} table={table} {...(order ? { order } : {})} />
      )}
    </div>
  );
}
