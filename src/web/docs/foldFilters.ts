import type { List, Plugin, RowProps, System, TableProps, Value } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import type { FunctionComponent } from 'react';

/** What the buttons say of the groups that the OpenAPI document puts filters in, `x-group`. */
const LABELS: Readonly<Record<string, string>> = {
  fields: 'Filters by other fields of the answer',
  ranges: 'Filters by ranges of dates and numbers',
};

/** What the rows of a table of parameters know of it. */
interface Table {
  readonly parameters: List<Value> | null;
  readonly opened: readonly string[];
  readonly open: (opened: readonly string[]) => void;
}

/**
 * The plugin of Swagger UI that folds the long groups of filters away: a button above each group opens it. What the example
 * fills in, what was filled in, and what has no group is shown always.
 */
export function foldFilters({ React }: System): Plugin {
  const Tables = React.createContext<Table>({ parameters: null, opened: [], open: () => undefined });

  const table = (Original: FunctionComponent<TableProps>): FunctionComponent<TableProps> =>
    function Parameters(props) {
      const [opened, open] = React.useState<readonly string[]>([]);
      const value = { parameters: props.parameters, opened, open };
      return React.createElement(Tables.Provider, { value }, React.createElement(Original, props));
    };

  const row = (Original: FunctionComponent<RowProps>): FunctionComponent<RowProps> =>
    function ParameterRow(props) {
      const { parameters, opened, open } = React.useContext(Tables);
      const group = groupOf(props.rawParam);
      const original = React.createElement(Original, props);
      if (group === null || !parameters) return original;
      const members = parameters.filter((parameter) => groupOf(parameter) === group);
      const isOpen = opened.includes(group);
      const toggle = (): void => {
        open(isOpen ? opened.filter((name) => name !== group) : [...opened, group]);
      };
      const button = React.createElement(
        'button',
        { type: 'button', className: 'fold', 'aria-expanded': isOpen, onClick: toggle },
        `${LABELS[group] ?? group} (${members.size})`,
      );
      const isFirst = members.first()?.get('name') === props.rawParam.get('name');
      const isFilled = ![undefined, null, ''].includes(props.param?.get('value') as null | undefined | string);
      return React.createElement(
        React.Fragment,
        null,
        isFirst ? React.createElement('tr', null, React.createElement('td', { colSpan: 2 }, button)) : null,
        isOpen || isFilled ? original : null,
      );
    };

  return { wrapComponents: { parameters: table, parameterRow: row } };
}

/** Null: it is shown always. */
function groupOf(parameter: Value): string | null {
  const group = parameter.get('x-group');
  return typeof group === 'string' && parameter.get('example') === undefined ? group : null;
}
