import type {
  List,
  Plugin,
  RowProps,
  System,
  TableProps,
  Value,
  DeepLinkProps,
} from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import type { FunctionComponent } from 'react';

/** Button labels by `x-group`. The OpenAPI document assigns each filter to such a group. */
const LABELS: Readonly<Record<string, string>> = {
  fields: 'Filters by other fields of the response',
  ranges: 'Filters by ranges of dates and numbers',
};

/** State that the rows of one parameter table share. */
interface Table {
  readonly parameters: List<Value> | null;
  readonly opened: readonly string[];
  readonly open: (opened: readonly string[]) => void;
}

/**
 * Swagger UI plugin: folds the long groups of filters under a button each. A filter stays visible if it has no group,
 * an example, or a value that the user filled in.
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

/** Returns the group of a parameter; null for a parameter that is always visible. */
function groupOf(parameter: Value): string | null {
  const group = parameter.get('x-group');
  return typeof group === 'string' && parameter.get('example') === undefined ? group : null;
}

/**
 * Swagger UI plugin: hides the deprecated API key header from the "Authorize" dialog. The OpenAPI document still
 * describes that header, and its field comes last, so the dialog would focus it.
 */
export function currentKeys(): Plugin {
  return {
    statePlugins: {
      auth: {
        wrapSelectors: {
          definitionsToAuthorize:
            (original) =>
            (...args) =>
              original(...args).filter((schemes) => !schemes.some((scheme) => scheme.get('x-deprecated') === true)),
        },
      },
    },
  };
}

/**
 * Swagger UI plugin: shows the path of an operation as text. Swagger UI puts a link inside the button that opens the
 * operation, and nested controls are not accessible. The address of the page still names the open operation.
 */
export function plainLinks({ React }: System): Plugin {
  const DeepLink: FunctionComponent<DeepLinkProps> = ({ text }) => React.createElement('span', null, text);
  return { wrapComponents: { DeepLink: () => DeepLink } };
}
