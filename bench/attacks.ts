import { spawn, spawnSync } from 'node:child_process';
import type { AttackedService } from './attackedService.js';

/** One attack by a tool. */
export interface Attack {
  readonly name: string;
  readonly tool: string;
  readonly args: readonly string[];
  /** Returns the tool's finding from its output. */
  readonly verdict: (output: string) => { readonly good: boolean; readonly text: string };
}

/** The clients of a slow attack, and its maximum duration. */
const CLIENTS = '500';
const SECONDS = '40';

const ACCOUNT = '7f922057c784810ba2f401b0';
const QUERY = 'query($name: String, $sort: Sort) { accounts(filter: {name: {eq: $name}}, sort: $sort) { total } }';

/** Returns the tools that are not installed. */
export function missingTools(): readonly string[] {
  return ['slowhttptest', 'sqlmap'].filter((tool) => spawnSync(tool, ['-h']).error !== undefined);
}

/** Runs an attack. @returns all output of the tool */
export function runAttack({ tool, args }: Attack): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', () => {
      resolve(output);
    });
  });
}

/** Returns the attacks on a service: slow clients, and injections into parameters of each kind. */
export function attacksOn({ url, key, folder }: AttackedService): readonly Attack[] {
  const slow = (name: string, path: string, ...args: readonly string[]): Attack => ({
    name,
    tool: 'slowhttptest',
    // The tool accepts no header except a cookie, so the key follows the cookie on a separate line.
    args: [...args, '-c', CLIENTS, '-r', '200', '-l', SECONDS, '-u', `${url}${path}`, '-j', `a=b\r\nx-api-key: ${key}`],
    verdict(output) {
      const text = /Exit status:\s*(?:\S*\[\S*m)*\s*([\w ]+)/.exec(output)?.[1]?.trim() ?? 'did not run';
      return { good: text === 'No open connections left' || text === 'Hit test time limit', text };
    },
  });
  const inject = (name: string, path: string, ...args: readonly string[]): Attack => ({
    name: `sqlmap ${name}`,
    tool: 'sqlmap',
    args: [
      ...[
        '-u',
        `${url}${path}`,
        '-H',
        `x-api-key: ${key}`,
        '--dbms=postgresql',
        '--ignore-code=400,404',
        '--threads=4',
      ],
      ...['--batch', '--flush-session', '--disable-coloring', '--output-dir', folder, '--timeout=10', ...args],
    ],
    verdict(output) {
      const isInjectable = /following injection point|is vulnerable|appears to be .* injectable/.test(output);
      const tested = new Set(
        [...output.matchAll(/testing if (.* parameter '.*?'|.* '#\d+\*') is dynamic/g)].map(String),
      );
      const isSafe = !isInjectable && output.includes('all tested parameters do not appear to be injectable');
      if (isSafe) return { good: true, text: `nothing injectable in ${tested.size}` };
      return { good: false, text: isInjectable ? 'injectable' : (output.trim().split('\n').at(-3) ?? 'did not run') };
    },
  });
  const body = JSON.stringify({ query: QUERY, variables: { name: 'a*', sort: 'name:asc*' } });
  return [
    slow('slow headers', '/2.0/accounts', '-H', '-i', '5'),
    slow('slow body', '/graphql', '-B', '-i', '5', '-s', '8192', '-f', 'application/json'),
    slow('slow read', '/2.0/accounts?limit=20', '-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3'),
    inject('/accounts', '/2.0/accounts?name=a&status=active&tags=a,b&createdAt.gte=2022-01-01&sort=name:asc&limit=5'),
    inject('/accounts/:id', `/2.0/accounts/${ACCOUNT}*`),
    inject('/invoices', '/2.0/invoices?values.supplierName=a&values.totalCost.gt=5&rates.rateName=Day&page=1'),
    inject('/readings', `/2.0/readings?accountId=${ACCOUNT}&type=A&submittedAt.lt=2022-01-01`),
    inject('/consumption', `/2.0/consumption?accountId=${ACCOUNT}&startDate=2022-01-01&endDate=2022-01-31&tags=a`),
    inject('/graphql', '/graphql', '-H', 'Content-Type: application/json', '--data', body),
  ];
}
