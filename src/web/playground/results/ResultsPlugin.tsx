import { useGraphiQL, type GraphiQLPlugin } from '@graphiql/react';
import { lazy, Suspense, useMemo, useState, type ReactElement } from 'react';
import { csvLine } from '../../../values/csv.js';
import { download } from '../../dashboard/parts/download.js';
import { CopyButton } from '../share/CopyButton.js';
import { useIsDark } from '../useIsDark.js';
import { resultViewOf } from './resultView.js';
import type { FlatResult, Value } from './flatten.js';

/** ECharts is large, so the page loads it with the first chart. */
const ResultChart = lazy(() => import('./ResultChart.js'));

/** The maximum number of rows in the table of the page. The CSV has all rows. */
const MAX_ROWS = 200;

function Icon(): ReactElement {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14" strokeLinejoin="round" />
    </svg>
  );
}

/** Shows the result of the open tab as a table and a chart. */
function Content(): ReactElement {
  const { response, title } = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]) ?? {};
  const view = useMemo(() => resultViewOf(response), [response]);
  return (
    <section aria-label="Results" className="panel">
      <h2>Results</h2>
      {'message' in view ? (
        <p>{view.message}</p>
      ) : (
        <>
          {view.hasErrors && <p>Parts of the data are missing. The errors are next to the query.</p>}
          <Result key={response} flat={view.flat} name={title ?? 'result'} />
        </>
      )}
    </section>
  );
}

function Result({ flat, name }: { readonly flat: FlatResult; readonly name: string }): ReactElement {
  const [hasChart, setHasChart] = useState(false);
  const isDark = useIsDark();
  const { rows } = flat;
  const count = rows.length.toLocaleString('en-GB');
  return (
    <>
      <p className="buttons">
        <button
          type="button"
          onClick={() => {
            download(
              `${name.replaceAll(/[^\w-]+/g, '-')}.csv`,
              new Blob([`\uFEFF${csvOf(flat)}`], { type: 'text/csv;charset=utf-8' }),
            );
          }}
        >
          Save as CSV
        </button>
        <CopyButton label="Copy as CSV" text={() => csvOf(flat)} />
        <button
          type="button"
          aria-pressed={hasChart}
          onClick={() => {
            setHasChart(!hasChart);
          }}
        >
          Chart
        </button>
      </p>
      {hasChart && (
        <Suspense fallback={<p className="loading">Loading the chart…</p>}>
          <ResultChart flat={flat} isDark={isDark} />
        </Suspense>
      )}
      <p>
        {rows.length > MAX_ROWS
          ? `The first ${MAX_ROWS} of ${count} rows. The CSV contains all rows.`
          : `${count} ${rows.length === 1 ? 'row' : 'rows'}.`}
      </p>
      <Rows flat={flat} />
    </>
  );
}

function Rows({ flat: { columns, rows } }: { readonly flat: FlatResult }): ReactElement {
  return (
    <div className="scroll" role="region" aria-label="Table of the result" tabIndex={0}>
      <table>
        <caption className="visually-hidden">The result as a table</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, index) => (
            // Rows of a result have no identifier and never change places.
            <tr key={index}>
              {row.map((value, column) => (
                <td key={columns[column]} className={typeof value === 'number' ? 'number' : ''}>
                  {textOf(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function textOf(value: Value): string {
  return value === null ? '' : Array.isArray(value) ? value.map(String).join(', ') : String(value);
}

/** Writes a table as CSV, in the format of the service's exports. */
function csvOf({ columns, rows }: FlatResult): string {
  return [columns, ...rows].map(csvLine).join('');
}

/** GraphiQL panel that shows the result as a table, as CSV and as a chart. */
export const RESULTS_PLUGIN: GraphiQLPlugin = { title: 'Results', icon: Icon, content: Content };
