import { describe, expect, inject, it } from 'vitest';
import { commandsOf, wayOf } from './commands.js';

if (inject('install') === undefined) console.log('npm run test:install runs what the pages say of installing.');

describe('the pages that say how to install', () => {
  it.each(['README.md', 'docs/operations.md', 'docs/hooks.md', 'docs/container.md'])(
    'have no command that npm run test:install does not know: %s',
    (path) => {
      const commands = commandsOf(path);
      expect(commands.length).toBeGreaterThan(3);
      expect(commands.filter((command) => wayOf(command) === undefined)).toEqual([]);
    },
  );
});
