import { isDeepStrictEqual } from 'node:util';

/** A JSON Schema, draft 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns a reference to a named schema. */
export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The named schemas of the document, which code generators turn into named types. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();

  /**
   * Stores a schema under a name and returns its reference.
   * @throws Error if another schema has this name; selection.ts then needs an entry
   */
  name(name: string, schema: JsonSchema): JsonSchema {
    const existing = this.#schemas.get(name);
    if (existing && !isDeepStrictEqual(existing, schema)) {
      throw new Error(
        `two schemas of the OpenAPI document are named ${name}; src/rest/openapi/selection.ts can rename one`,
      );
    }
    this.#schemas.set(name, schema);
    return reference(name);
  }

  /** Returns the schemas, sorted by name. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }
}
