import { Command } from 'commander';
import { CommandError, print, table, logLine } from '../src/cli/output.js';
import { startAttacked } from './attackedService.js';
import { attacksOn, missingTools, runAttack } from './attacks.js';
import { withBystander } from './bystander.js';

interface Options {
  readonly only?: string;
}

const BYSTANDER = { target: () => '/2.0/accounts?limit=3', pauseMs: 100 };

export function attackCommand(): Command {
  return new Command('attack')
    .description(
      'Attacks by slowhttptest and sqlmap on the service with the sample portfolio, while another client sends requests',
    )
    .option('--only <text>', 'only attacks whose name contains this text')
    .action((options: Options) => run(options));
}

/** @throws CommandError 2 if a tool is missing; 1 if the other client was harmed or a tool found something */
async function run({ only = '' }: Options): Promise<void> {
  const missing = missingTools();
  if (missing.length > 0) {
    throw new CommandError(`${missing.join(' and ')} must be installed: apt-get install ${missing.join(' ')}`, 2);
  }
  logLine('Loading the sample portfolio.');
  const service = await startAttacked();
  const rows: string[][] = [];
  let isUnharmed = true;
  try {
    for (const attack of attacksOn(service).filter(({ name }) => name.includes(only))) {
      logLine(attack.name);
      let output = '';
      const since = performance.now();
      const { times, failures } = await withBystander(
        { ...BYSTANDER, url: service.url, keys: [service.otherKey] },
        async () => {
          output = await runAttack(attack);
        },
      );
      const seconds = (performance.now() - since) / 1000;
      const { good, text } = attack.verdict(output);
      isUnharmed &&= good && times.length > 0 && failures.length === 0;
      for (const failure of new Set(failures)) logLine(`  the other client: ${failure}`);
      if (!good) logLine(output);
      const slowest = `${Math.round(Math.max(0, ...times))} ms`;
      const others = [`${times.length} good`, `${failures.length} failed`, slowest];
      rows.push([attack.name, `${Math.round(seconds)} s`, text, ...others]);
    }
  } finally {
    const status = await service.stop();
    isUnharmed &&= status === 0;
    if (status !== 0) logLine(`The service ended with ${String(status)}.`);
  }
  print(
    undefined,
    null,
    table(['attack', 'took', 'result of the tool', "another client's requests", '', 'slowest'], rows),
  );
  if (!isUnharmed) throw new CommandError('An attack disturbed the other client or found a vulnerability.');
}
