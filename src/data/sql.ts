/** A piece of SQL with its parameters, written `?`, in order. Identifiers in it come from declarations only. */
export interface Sql {
  readonly text: string;
  readonly bindings: readonly unknown[];
}

/** @param text SQL with a `?` for each binding */
export function sql(text: string, ...bindings: readonly unknown[]): Sql {
  return { text, bindings };
}

/** Joins pieces with a separator, such as ` and `. */
export function join(pieces: readonly Sql[], separator: string): Sql {
  return {
    text: pieces.map((piece) => piece.text).join(separator),
    bindings: pieces.flatMap((piece) => piece.bindings),
  };
}

/** A name as SQL writes it. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
