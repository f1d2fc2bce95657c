import { textOf } from '../docs/documents.js';

/** A block of commands: what a shell is given, a console with what it prints, or a systemd unit. */
const BLOCK = /^( *)```(sh|console|ini)\n(.*?)^\1```$/gms;

/** Returns the commands in the blocks of a page, in its order, as a reader types them; of a systemd unit its ExecStart. */
export function commandsOf(path: string): readonly string[] {
  return [...textOf(path).matchAll(BLOCK)].flatMap(([, indent = '', language = '', text = '']) => {
    const block = text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    if (language === 'sh') return block.replaceAll('\\\n', ' ').split('\n').filter(isCommand);
    if (language === 'ini') return [...block.matchAll(/^ExecStart=(.*)$/gm)].map(([, command = '']) => command);
    return [...block.matchAll(/^\$ ([^\n]*<<'E'\n.*?\nE|[^\n]*)$/gms)].map(([, command = '']) => command);
  });
}

function isCommand(line: string): boolean {
  return line.trim() !== '' && !line.startsWith('#');
}

/**
 * What the test of the install does with a command: `install` puts the packages there, `serve` starts a server, `ask`
 * needs a server that runs, `run` needs that none runs. An object names what proves the command instead.
 */
export type Way = 'install' | 'serve' | 'ask' | 'run' | { readonly elsewhere: string };

const WAYS: readonly (readonly [command: RegExp, way: Way])[] = [
  [/^npm ci && npm test$/, { elsewhere: '.ci/run' }],
  [
    /^(docker |\(umask 077; for name in ADMIN )/,
    { elsewhere: 'test/install/container.test.ts, as far as it goes without an engine' },
  ],
  [/^npm run bench /, { elsewhere: 'a bench, which takes minutes and the tools that are pruned' }],
  [/^(pg_dump|createdb|pg_restore) /, { elsewhere: 'test/server/deployment.test.ts' }],
  // On a database that a newer version has upgraded.
  [/^npx udg import accounts accounts\.csv$/, { elsewhere: 'test/cli/newerDatabase.test.ts' }],
  [/^npm install -D graphql/, { elsewhere: 'test/hooks/codegen.test.ts' }],
  [/^(\S+=\S+ )*(npm ci && )?npm start$/, 'serve'],
  [/^npm ci( && npm run build && npm prune --omit=dev| && npm pack)?$/, 'install'],
  [/^npm (install|pack) \.\S*/, 'install'],
  [/^(\S+=\S+ )*npx udg (serve|start)$/, 'serve'],
  [/^\/usr\/bin\/node .*\/dist\/udg\/main\.js serve$/, 'serve'],
  [/^curl /, 'ask'],
  [/^export DATABASE_URL=\S+$/, 'run'],
  [/^(\S+=\S+ )*npx (udg|\.\/\S+\.tgz) /, 'run'],
];

/** Returns what the test does with a command of a page; undefined: nobody has decided it yet. */
export function wayOf(command: string): Way | undefined {
  return WAYS.find(([pattern]) => pattern.test(command))?.[1];
}
