/** The package has no types. These cover the settings that we use and the internals that our plugins touch. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { FunctionComponent, ReactElement, ReactNode } from 'react';

  /** An Immutable.js value. */
  export interface Value {
    get(key: string): unknown;
  }

  /** An Immutable.js list or map. */
  export interface List<Item> {
    readonly size: number;
    filter(keep: (item: Item) => boolean): List<Item>;
    first(): Item | undefined;
    some(is: (item: Item) => boolean): boolean;
  }

  /** Props of the table of an operation's parameters. */
  export interface TableProps {
    readonly parameters: List<Value>;
  }

  /** Props of one row of that table. */
  export interface RowProps {
    readonly rawParam: Value;
    /** The parameter with the value that the user filled in. */
    readonly param?: Value;
  }

  export interface DeepLinkProps {
    readonly text: ReactNode;
  }

  export interface ReactContext<ContextValue> {
    readonly Provider: FunctionComponent<{ readonly value: ContextValue; readonly children?: ReactNode }>;
  }

  /** Swagger UI's argument to plugins. `React` is the bundled copy: elements of another React copy cannot be mixed in. */
  export interface System {
    readonly React: {
      createElement<Props>(
        component: FunctionComponent<Props> | string | symbol,
        props: Props | null,
        ...children: readonly ReactNode[]
      ): ReactElement;
      createContext<ContextValue>(initial: ContextValue): ReactContext<ContextValue>;
      useContext<ContextValue>(context: ReactContext<ContextValue>): ContextValue;
      useState<ContextValue>(initial: ContextValue): [ContextValue, (next: ContextValue) => void];
      readonly Fragment: symbol;
    };
  }

  export interface Plugin {
    readonly wrapComponents?: {
      readonly DeepLink?: (original: FunctionComponent<DeepLinkProps>) => FunctionComponent<DeepLinkProps>;
      readonly parameters?: (original: FunctionComponent<TableProps>) => FunctionComponent<TableProps>;
      readonly parameterRow?: (original: FunctionComponent<RowProps>) => FunctionComponent<RowProps>;
    };
    readonly statePlugins?: {
      readonly auth: {
        readonly wrapSelectors: {
          /** The security schemes, each as a map from its name. */
          readonly definitionsToAuthorize: (
            original: (...args: readonly unknown[]) => List<List<Value>>,
          ) => (state: unknown, ...args: readonly unknown[]) => List<List<Value>>;
        };
      };
    };
  }

  export default function SwaggerUI(settings: {
    readonly url: string;
    readonly dom_id: string;
    readonly deepLinking: boolean;
    readonly tryItOutEnabled: boolean;
    readonly displayRequestDuration: boolean;
    readonly persistAuthorization: boolean;
    readonly validatorUrl: string | null;
    readonly syntaxHighlight: { readonly theme: string };
    readonly plugins: readonly ((system: System) => Plugin)[];
  }): void;
}
