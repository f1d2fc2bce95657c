/** The package has no types of its own; these are the settings that we use, and of its inner parts what our plugins touch. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { FunctionComponent, ReactElement, ReactNode } from 'react';

  /** A value of Immutable.js. */
  export interface Value {
    get(key: string): unknown;
  }

  /** A list or map of Immutable.js. */
  export interface List<Item> {
    readonly size: number;
    filter(keep: (item: Item) => boolean): List<Item>;
    first(): Item | undefined;
    some(is: (item: Item) => boolean): boolean;
  }

  /** The table of an operation's parameters. */
  export interface TableProps {
    readonly parameters: List<Value>;
  }

  /** One of its rows. */
  export interface RowProps {
    readonly rawParam: Value;
    /** With what was filled in. */
    readonly param?: Value;
  }

  export interface DeepLinkProps {
    readonly text: ReactNode;
  }

  export interface HeldContext<Held> {
    readonly Provider: FunctionComponent<{ readonly value: Held; readonly children?: ReactNode }>;
  }

  /** What plugins are given; React is that of the bundle, whose elements another's cannot be among. */
  export interface System {
    readonly React: {
      createElement<Props>(
        component: FunctionComponent<Props> | string | symbol,
        props: Props | null,
        ...children: readonly ReactNode[]
      ): ReactElement;
      createContext<Held>(initial: Held): HeldContext<Held>;
      useContext<Held>(context: HeldContext<Held>): Held;
      useState<Held>(initial: Held): [Held, (next: Held) => void];
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
          /** The schemes of security, each as a map of one by its name. */
          readonly definitionsToAuthorize: (
            original: (...given: readonly unknown[]) => List<List<Value>>,
          ) => (state: unknown, ...given: readonly unknown[]) => List<List<Value>>;
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
