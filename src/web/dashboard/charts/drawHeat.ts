import { formatDay, formatLabel, formatSlot } from '../format/dates.js';
import { formatNumber } from '../format/numbers.js';
import { texts } from '../texts/texts.js';
import { categories, frame, type Draw } from './draw.js';

export interface Heat {
  readonly days: readonly { readonly date: string; readonly values: readonly (number | null)[] }[];
  readonly unit: string;
  /** What is outlined. */
  readonly marked: readonly Marked[];
}

/** Half-hours of some days, by their numbers; the last ones included. */
export interface Marked {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

const SLOTS = Array.from({ length: 48 }, (_, slot) => formatSlot(slot));

/** A column for each day, a row for each half-hour, midnight at the top; where no data is, the ground shows. */
export function drawHeat({ days, unit, marked }: Heat): Draw {
  const cells = days.flatMap(({ values }, day) =>
    values.flatMap((value, slot) => (value === null ? [] : [[day, slot, value]])),
  );
  const most = cells.reduce((max, [, , value]) => Math.max(max, value ?? 0), 0);
  const least = cells.reduce((min, [, , value]) => Math.min(min, value ?? 0), most);
  return (colours) => {
    const base = frame(colours);
    return {
      ...base,
      tooltip: {
        ...base.tooltip,
        formatter: ({ value }: { readonly value: readonly [number, number, number] }) =>
          `${formatDay(days[value[0]]?.date ?? '')}, ${formatSlot(value[1])}\n${formatNumber(value[2], 2)} ${unit}`,
      },
      grid: { ...base.grid, top: 30, show: true, backgroundColor: colours.gap, borderWidth: 0 },
      xAxis: categories(
        colours,
        days.map(({ date }) => formatLabel(date)),
      ),
      yAxis: {
        ...categories(colours, SLOTS),
        inverse: true,
        axisLabel: { color: colours.quiet, fontSize: 11, interval: 7 },
      },
      visualMap: {
        min: least,
        max: most,
        calculable: false,
        orient: 'horizontal',
        top: 0,
        left: 0,
        itemWidth: 10,
        itemHeight: 120,
        text: [texts().charts.inHalfHour(`${formatNumber(most, 1)} ${unit}`), formatNumber(least, 1)],
        textStyle: { color: colours.quiet, fontSize: 11 },
        inRange: { color: colours.heat },
      },
      series: [
        {
          type: 'heatmap',
          progressive: 0,
          data: cells,
          emphasis: { disabled: true },
          markArea: outlines(marked, colours.marked),
        },
      ],
    };
  };
}

function outlines(marked: readonly Marked[], colour: string): object {
  return {
    silent: true,
    itemStyle: { color: 'transparent', borderColor: colour, borderWidth: 2 },
    data: marked.map(({ from, to, first, last }) => [{ coord: [from, first] }, { coord: [to, last] }]),
  };
}
