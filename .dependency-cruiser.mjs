/// <reference types="node" />
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The floors of the service, from the ground up: a folder imports only from floors below its own, never from one beside it. */
const FLOORS = [
  ['errors'],
  ['values'],
  ['config'],
  ['db'],
  ['data'],
  ['usage', 'observe'],
  ['consumption', 'auth', 'findings'],
  ['import'],
  // The stages of a request, from the last to the first: docs/architecture.md.
  ['plan'],
  ['run'],
  ['http'],
  ['admit', 'cache'],
  ['rest', 'graphql'],
  ['server'],
  ['cli'],
];

/** What others load, code generators and browsers: it knows no more of `src` than is named, and no floor knows it. */
const APART = {
  codegen: [],
  hooks: ['errors'],
  web: ['hooks', 'values'],
};

/** What only these folders may know. */
const KEPT = {
  express: ['http', 'admit', 'rest', 'graphql', 'server'],
  '@apollo/server': ['graphql'],
  commander: ['cli'],
  'cli-progress': ['cli'],
  sax: ['import'],
  yauzl: ['import'],
  react: ['hooks', 'web'],
  '@tanstack/react-query': ['hooks', 'web'],
  graphiql: ['web'],
  '@graphql-codegen/typescript-operations': ['codegen'],
  ioredis: ['admit'],
  pino: ['observe'],
  'prom-client': ['observe'],
  knex: ['db', 'data', 'auth', 'import', 'usage', 'findings'],
  pg: ['db'],
  '@electric-sql/pglite': ['db'],
};

const folders = [...FLOORS.flat(), ...Object.keys(APART)];
const homeless = readdirSync('src').filter((name) => !folders.includes(name));
if (homeless.length > 0)
  throw new Error(`src/${homeless.join(', src/')}: stands on no floor of .dependency-cruiser.mjs.`);

const within = (names) => `^src/(${names.join('|')})/`;
const allowed = [
  ...FLOORS.flatMap((floor, index) => floor.map((folder) => [folder, FLOORS.slice(0, index).flat()])),
  ...Object.entries(APART),
].map(([folder, below]) => ({
  name: `${folder} imports only from the floors below it`,
  severity: 'error',
  from: { path: within([folder]) },
  to: { path: '^src/', pathNot: within([folder, ...below]) },
}));

const kept = Object.entries(KEPT).map(([name, names]) => ({
  name: `${name} is imported only in ${names.join(', ')}`,
  severity: 'error',
  from: { path: '^src/', pathNot: within(names) },
  to: { path: `^(node_modules/)?(@types/)?${name}(/|$)` },
}));

export default {
  forbidden: [
    ...allowed,
    ...kept,
    {
      name: 'files do not import each other in a circle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'what is imported is there',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'beside src only the sample portfolio is imported, by the command line alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^(seeds|bench|test)/' },
    },
    {
      name: 'graphql is imported as a whole: its next version has no other modules',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/graphql/(?!index\\.)' },
    },
    {
      name: 'what is shipped imports neither bench nor tests',
      severity: 'error',
      from: { path: '^(src|seeds)/' },
      to: { path: '^(bench|test)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(import.meta.dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
