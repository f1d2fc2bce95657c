import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concatAST, parse, Source, type DocumentNode } from 'graphql';
import { PACKAGE_ROOT } from '../config/root.js';

const SCHEMA = join(PACKAGE_ROOT, 'schema');

/** Parses a file of the schema folder. Error messages name the file. */
function parseFile(path: string): DocumentNode {
  return parse(new Source(readFileSync(join(SCHEMA, path), 'utf8'), `schema/${path}`));
}

function filesOf(folder: string): string[] {
  return readdirSync(join(SCHEMA, folder))
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => `${folder}/${file}`);
}

let types: DocumentNode | undefined;

/**
 * Returns `schema/types` as one document. The files are parsed once: several modules use the document during the start.
 */
export function readTypes(): DocumentNode {
  return (types ??= concatAST(filesOf('types').map(parseFile)));
}

/** Returns the gateway's directives: `schema/directives.graphql`. */
export function readDirectives(): DocumentNode {
  return parseFile('directives.graphql');
}

/** Returns the prepared operations in `schema/operations`, each as a document. */
export function readOperations(): readonly DocumentNode[] {
  return filesOf('operations').map(parseFile);
}
