import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Answer, TestServer } from '../support/server.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
}

interface Reference {
  readonly $ref?: string;
}

export interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly deprecated?: boolean;
    readonly schema: Schema;
  }[];
  readonly responses: Readonly<Record<string, Reference>>;
}

export interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly name: string }>>;
  };
}

/** The document as it is served, and a check of answers against it. */
export interface Described {
  readonly document: Document;
  /** What is wrong with an answer of the operation at a path; empty where nothing is. */
  faults(path: string, answer: Answer): readonly string[];
}

/** The values of a closed list that a parameter takes, one or several of; empty where it takes others. */
export function choicesOf({ components }: Document, { items, ...own }: Schema): readonly string[] {
  const { $ref: reference = '', enum: choices = [] } = items ?? own;
  return components.schemas[reference.replace('#/components/schemas/', '')]?.enum ?? choices;
}

export async function describedBy(server: TestServer): Promise<Described> {
  const { body: document } = await server.ask<Document>('/2.0/openapi.json');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  return {
    document,
    faults(path, { status, headers, body, text }) {
      const response = document.paths[path]?.get.responses[status];
      if (!response) return [`${path} has no ${status}: ${text}`];
      const media = (headers['content-type'] ?? '').split(';')[0] ?? '';
      const base = response.$ref ?? `#/paths/${escaped(path)}/get/responses/${status}`;
      const place = `openapi${base}/content/${escaped(media)}/schema`;
      const validate = compiled.get(place) ?? ajv.compile({ $ref: place });
      compiled.set(place, validate);
      // Text that is not JSON is described as a text.
      validate(/[/+]json$/.test(media) ? body : text);
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${status} of ${path}: ${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
      );
    },
  };
}

/** A part of a JSON pointer, in an address. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
