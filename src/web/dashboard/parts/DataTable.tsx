import { useMemo, useState, type ReactElement } from 'react';
import { Link } from '../route/Link.js';
import { texts } from '../texts/texts.js';
import { Scroll } from './Scroll.js';
import { ServiceText } from './ServiceText.js';
import { SortHeading } from './SortHeading.js';
import {
  formatCell,
  headOf,
  isNumeric,
  isOnRight,
  sortRows,
  type Cell,
  type Column,
  type Table,
  type TableRow,
} from './table.js';

/** The number of rows before the user shows all. */
const FIRST_ROWS = 10;
/** On a phone, a table shows its rows as cards if it has more columns than the first and at most the second number. */
const CARD_COLUMNS = [3, 12] as const;
/** A table with more columns than this shows its rows as cards on a tablet, too. */
const MAX_TABLET_COLUMNS = 7;

interface Order {
  readonly column: number;
  readonly descending: boolean;
}

/** Shows a table that the user sorts by its column headings. */
export function DataTable({
  caption,
  table: { columns, rows },
  order: first,
}: {
  readonly caption: string;
  readonly table: Table;
  readonly order?: Order;
}): ReactElement {
  const words = texts().tables;
  const [order, setOrder] = useState<Order | null>(first ?? null);
  const [all, setAll] = useState(false);
  const sorted = useMemo(() => (order === null ? rows : sortRows(rows, order.column, order.descending)), [rows, order]);
  const largest = columns.map((_, index) => Math.max(0, ...rows.map(({ cells }) => Number(cells[index] ?? 0) || 0)));
  const onRight = columns.map((column, index) => isOnRight(column, index, rows));
  const hasCards = columns.length > CARD_COLUMNS[0] && columns.length <= CARD_COLUMNS[1];
  const sortBy = (column: number): void => {
    const numeric = isNumeric(columns[column] ?? { name: '', as: 'text' });
    setOrder({ column, descending: order?.column === column ? !order.descending : numeric });
  };
  return (
    <>
      <Scroll label={words.ofTable(caption)} hasManyColumns={hasCards && columns.length > MAX_TABLET_COLUMNS}>
        <table className={hasCards ? 'as-cards' : undefined}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr data-sort={words.sortBy}>
              {columns.map((column, index) => (
                <SortHeading
                  key={column.name}
                  text={headOf(column)}
                  isNumber={onRight[index] === true}
                  sorted={order?.column === index ? (order.descending ? 'descending' : 'ascending') : 'none'}
                  onSort={() => {
                    sortBy(index);
                  }}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, all ? undefined : FIRST_ROWS).map((row) => (
              <tr key={row.id}>
                {columns.map((column, index) => (
                  <CellOf
                    key={column.name}
                    {...{ row, index, column }}
                    isOnRight={onRight[index] === true}
                    largest={largest[index] ?? 0}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {rows.length > FIRST_ROWS && <ShowAll rows={rows.length} isShown={all} onChange={setAll} />}
    </>
  );
}

/** Shows the number of visible rows and a button that shows or hides the others. */
function ShowAll({
  rows,
  isShown,
  onChange,
}: {
  readonly rows: number;
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
}): ReactElement {
  const words = texts().tables;
  return (
    <>
      {!isShown && <p className="about on-paper">{words.first(FIRST_ROWS, rows)}</p>}
      <button
        type="button"
        className="plain"
        onClick={() => {
          onChange(!isShown);
        }}
      >
        {isShown ? words.showFirst(FIRST_ROWS) : words.showAll(rows)}
      </button>
    </>
  );
}

function CellOf({
  row,
  index,
  column,
  isOnRight: isNumber,
  largest,
}: {
  readonly row: TableRow;
  readonly index: number;
  readonly column: Column;
  readonly isOnRight: boolean;
  readonly largest: number;
}): ReactElement {
  const cell = row.cells[index] ?? null;
  const formatted = formatCell(cell, column, row);
  if (index === 0) {
    const text = row.isFromService === true ? <ServiceText>{formatted}</ServiceText> : formatted;
    return <th scope="row">{row.to ? <Link to={row.to}>{text}</Link> : text}</th>;
  }
  const width = column.bar === true && typeof cell === 'number' && largest > 0 ? (100 * cell) / largest : null;
  return (
    <td className={classOf(column, isNumber, cell)} data-name={headOf(column)}>
      {column.to !== undefined && cell !== null && cell !== 0 ? (
        <Link to={column.to(row.id)}>{formatted}</Link>
      ) : (
        formatted
      )}
      {width !== null && <span className="bar" style={{ width: `${Math.max(0, width)}%` }} />}
    </td>
  );
}

/** Returns the CSS classes of a cell. Text wraps; a number or a date stays on one line. */
function classOf({ as }: Column, isNumber: boolean, cell: Cell): string {
  const kind = isNumber ? 'number' : as === 'text' ? 'wraps' : '';
  return cell === null ? `${kind} none` : kind;
}
