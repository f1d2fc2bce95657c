import { describe, expect, inject, it } from 'vitest';
import { commandsOf, wayOf } from './commands.js';

if (inject('install') === undefined) console.log('npm run test:install runs what the pages say of installing.');

describe('the pages with installation commands', () => {
  it.each(['README.md', 'docs/operations.md', 'docs/hooks.md', 'docs/container.md'])(
    'contain only commands that npm run test:install runs or excludes: %s',
    (path) => {
      const commands = commandsOf(path);
      expect(commands.length).toBeGreaterThan(3);
      expect(commands.filter((command) => wayOf(command) === undefined)).toEqual([]);
    },
  );
});
