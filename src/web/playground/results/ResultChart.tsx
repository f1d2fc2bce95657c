import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { coloursOf } from '../../dashboard/charts/colours.js';
import { endChart, startChart } from '../../dashboard/charts/echarts.js';
import { Choose } from './Choose.js';
import { chartOf, firstChoice, MAX_SERIES, numberColumns, type ChartChoice } from './chartOf.js';
import { drawResult } from './drawResult.js';
import type { FlatResult } from './flatten.js';

const KINDS = ['line', 'bar'] as const;

/** Draws a result as a line or bar chart of columns that the user chooses. */
export default function ResultChart({
  flat,
  isDark,
}: {
  readonly flat: FlatResult;
  readonly isDark: boolean;
}): ReactElement {
  const first = useMemo(() => firstChoice(flat), [flat]);
  const [changed, setChanged] = useState<Partial<ChartChoice>>({});
  if (first === null) return <p>A chart needs a column with only numbers, and this result has none.</p>;
  const chosen = { ...first, ...changed };
  const change = (part: Partial<ChartChoice>): void => {
    setChanged({ ...changed, ...part });
  };
  const columns = flat.columns.map((name, index) => [String(index), name] as const);
  const ofNumbers = numberColumns(flat).map((index) => [String(index), flat.columns[index] ?? ''] as const);
  return (
    <>
      <div className="choices">
        <Choose
          label="Kind"
          value={chosen.kind}
          options={KINDS.map((kind) => [kind, kind])}
          onChange={(kind) => {
            change({ kind: kind === 'bar' ? 'bar' : 'line' });
          }}
        />
        <Choose
          label="Value"
          value={String(chosen.value)}
          options={ofNumbers}
          onChange={(value) => {
            change({ value: Number(value) });
          }}
        />
        <Choose
          label="Along"
          value={String(chosen.along)}
          options={columns}
          onChange={(along) => {
            change({ along: Number(along) });
          }}
        />
        <Choose
          label="Split by"
          value={chosen.by === null ? '' : String(chosen.by)}
          options={[['', '(no split)'], ...columns]}
          onChange={(by) => {
            change({ by: by === '' ? null : Number(by) });
          }}
        />
      </div>
      <Drawing flat={flat} chosen={chosen} isDark={isDark} />
    </>
  );
}

function Drawing({
  flat,
  chosen,
  isDark,
}: {
  readonly flat: FlatResult;
  readonly chosen: ChartChoice;
  readonly isDark: boolean;
}): ReactElement {
  const { kind, along, value, by } = chosen;
  const container = useRef<HTMLDivElement>(null);
  const chart = useMemo(() => chartOf(flat, { kind, along, value, by }), [flat, kind, along, value, by]);
  const name = flat.columns[value] ?? '';
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const inner = document.createElement('div');
    inner.className = 'drawing';
    element.append(inner);
    const drawn = startChart(inner);
    drawn.setOption({ animation: false, ...drawResult(chart, kind, name)(coloursOf(isDark), inner.clientWidth) });
    const observer = new ResizeObserver(() => {
      drawn.resize();
    });
    observer.observe(inner);
    return () => {
      observer.disconnect();
      inner.remove();
      endChart(drawn);
    };
  }, [chart, kind, name, isDark]);
  const words = `${kind === 'bar' ? 'Bars' : 'Lines'} of ${name} along ${flat.columns[along] ?? ''}: ${chart.series.length} of ${chart.labels.length} points`;
  return (
    <>
      <div ref={container} className="chart" role="img" aria-label={words} />
      {chart.omittedSeries > 0 && (
        <p>
          The first {MAX_SERIES} of {MAX_SERIES + chart.omittedSeries} are drawn.
        </p>
      )}
    </>
  );
}
