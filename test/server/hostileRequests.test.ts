import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serveAttacked } from '../support/attacked.js';
import { ENGINES } from '../support/engines.js';
import { answersIn, sendRaw } from '../support/raw.js';

const QUERY = '{"query":"{viewer{userId}}"}';
const MEGABYTE = 1024 * 1024;

/** The bytes after the key, and the expected response. */
type Case = readonly [name: string, bytes: string | Buffer, status: number, code?: string];

describe.each(ENGINES)('hostile requests on %s', (engine) => {
  const attacked = serveAttacked(engine);
  const { unharmed } = attacked;

  /** `KEY` stands for the header with the key. The server closes the connection after the response. */
  const send = (bytes: string | Buffer): Promise<string> => {
    const key = `x-api-key: ${attacked.key()}\r\nConnection: close\r\n`;
    const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
    return sendRaw(attacked.port(), text.replaceAll('KEY', key));
  };
  const expectAnswers = async (cases: readonly Case[]): Promise<void> => {
    await unharmed(async () => {
      for (const [name, bytes, status, code] of cases) {
        const answers = answersIn(await send(bytes));
        const [first] = answers;
        expect([name, first?.status, answers.length]).toEqual([name, status, 1]);
        const body = (first?.body ?? '') === '' ? undefined : (JSON.parse(first?.body ?? '') as unknown);
        const graphql = (body as { errors?: { extensions?: object }[] } | undefined)?.errors?.[0]?.extensions;
        if (code !== undefined) expect(graphql ?? body, name).toMatchObject({ code });
        expect(first?.head, name).toMatch(/^x-request-id: [\w-]{36}$/m);
      }
    });
  };
  const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\nHost: a\r\nKEY${more}\r\n`;
  const post = (body: string | Buffer, more = '', type = 'application/json'): Buffer =>
    Buffer.concat([
      Buffer.from(
        `POST /graphql HTTP/1.1\r\nHost: a\r\nKEYContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n`,
      ),
      Buffer.from(body),
    ]);

  it('the server rejects an oversized request with an error that names the part that is too large', async () => {
    const deep = `{"query":"{viewer{userId}}","variables":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`;
    const asked = (query: string): string => JSON.stringify({ query });
    await expectAnswers([
      ['target', get(`/2.0/accounts?name=${'x'.repeat(9_000)}`), 414, 'uri-too-long'],
      ['target over the header', get(`/2.0/accounts?name=${'x'.repeat(40_000)}`), 431, 'headers-too-large'],
      ['header', get('/2.0/accounts', `X: ${'x'.repeat(40_000)}\r\n`), 431, 'headers-too-large'],
      ['headers', get('/2.0/accounts', 'a: b\r\n'.repeat(150)), 431, 'headers-too-large'],
      ['headers that Node would drop', get('/2.0/accounts', 'a:b\r\n'.repeat(4_000)), 431, 'headers-too-large'],
      ['parameters', get(`/2.0/accounts?${'a=1&'.repeat(101)}`), 400, 'invalid-parameter'],
      ['body', post(asked('x'.repeat(300_000))), 413, 'request-too-large'],
      ['document', post(asked(`{${'viewer{userId}'.repeat(1_000)}}`)), 400, 'graphql-syntax'],
      ['depth', post(asked(`${'{accounts{data{asset'.repeat(20)}{_id}${'}}}'.repeat(20)}`)), 400],
      ['depth of the variables', post(deep), 400, 'invalid-request'],
      ['batch', post(`[${Array.from({ length: 500 }, () => QUERY).join(',')}]`), 400, 'invalid-request'],
      ['figures', get(`/2.0/accounts?limit=${'9'.repeat(5_000)}`), 400, 'invalid-parameter'],
    ]);
  });

  it('the server inflates a compressed body only up to the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * MEGABYTE, ' '));
    const before = process.memoryUsage().rss;
    const zipped = (body: Buffer, encoding = 'gzip'): Buffer => post(body, `Content-Encoding: ${encoding}\r\n`);
    await expectAnswers([
      ['an honest body', zipped(gzipSync(QUERY)), 200],
      ...Array.from({ length: 20 }, (): Case => ['a bomb', zipped(bomb), 413, 'request-too-large']),
      ['a bomb within a bomb', zipped(gzipSync(bomb)), 400, 'invalid-request'],
      ['what is cut off', zipped(gzipSync(QUERY).subarray(0, 20)), 400, 'invalid-request'],
      ['what is no gzip', zipped(Buffer.from(QUERY)), 400, 'invalid-request'],
      ['an unknown coding', zipped(Buffer.from(QUERY), 'zip'), 415, 'unsupported-media-type'],
      ['two codings', zipped(gzipSync(gzipSync(QUERY)), 'gzip, gzip'), 415, 'unsupported-media-type'],
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
  });

  it('the server rejects invalid bytes and never repairs them', async () => {
    const text = (bytes: string): Buffer =>
      Buffer.concat([
        Buffer.from('{"query":"{viewer{userId}}","x":"'),
        Buffer.from(bytes, 'latin1'),
        Buffer.from('"}'),
      ]);
    const filtered = (value: string): string =>
      `{"query":"query($n: String) { accounts(filter: {name: {eq: $n}}) { total } }","variables":{"n":${value}}}`;
    const escapes = ['%', '%z', '%ff', '%c0%80', '%ed%a0%80', '%f8%88%80%80%80'];
    const asGraphql = '/graphql?query=%7Bviewer%7BuserId%7D%7D';
    await expectAnswers([
      ...escapes.map((bad): Case => [`value ${bad}`, get(`/2.0/accounts?name=${bad}`), 400, 'invalid-request']),
      ...escapes.map((bad): Case => [`name ${bad}`, get(`/2.0/accounts?${bad}=1`), 400, 'invalid-request']),
      ...escapes.map((bad): Case => [`path ${bad}`, get(`/2.0/accounts/${bad}`), 400, 'invalid-request']),
      ...escapes.map((bad): Case => [`GraphQL ${bad}`, get(`${asGraphql}&a=${bad}`), 400, 'invalid-request']),
      ['GraphQL in the address', get(asGraphql), 200],
      ['bytes of UTF-8 in the query', get('/2.0/accounts?name=\xc3\xa9'), 400, 'invalid-request'],
      ['bytes of Latin-1 in the path', get('/2.0/accounts/\xe9'), 400, 'invalid-request'],
      ['NUL in a path', get('/2.0/accounts/%00'), 404, 'not-found'],
      ['NUL as a byte', get('/2.0/accounts/\0'), 400, 'invalid-request'],
      ['NUL in a header', get('/2.0/accounts', 'a: \0\r\n'), 400, 'invalid-request'],
      ['a body that is not UTF-8', post(text('\xff\xfe')), 400, 'invalid-request'],
      ['a surrogate in UTF-8', post(text('\xed\xa0\x80')), 400, 'invalid-request'],
      ['a body that is cut in a character', post(text('\xf0\x9f')), 400, 'invalid-request'],
      ['a byte order mark', post(`\ufeff${QUERY}`), 200],
      ['NUL in JSON', post('{"query":"\0"}'), 400, 'invalid-request'],
      ['half a pair in a variable', post(filtered('"\\ud83c"')), 200, 'invalid-parameter'],
      ['NUL in a variable', post(filtered('"\\u0000"')), 200, 'invalid-parameter'],
      ['UTF-16', post(Buffer.from(QUERY, 'utf16le'), '', 'application/json; charset=utf-16le'), 415],
      ['another charset', post(QUERY, '', 'application/json; charset=ebcdic'), 415, 'unsupported-media-type'],
    ]);
  });

  it('the server rejects requests that could be read as one or as two', async () => {
    const chunk = `1c\r\n${QUERY}\r\n0\r\n\r\n`;
    const posted = (headers: string, body: string): string =>
      `POST /graphql HTTP/1.1\r\nHost: a\r\nKEYContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
    const bad = (name: string, bytes: string): Case => [name, bytes, 400, 'invalid-request'];
    await expectAnswers([
      ['chunks', posted('Transfer-Encoding: chunked', chunk), 200],
      bad('length and chunks', posted(`Content-Length: ${chunk.length}\r\nTransfer-Encoding: chunked`, chunk)),
      bad('chunks and length', posted('Transfer-Encoding: chunked\r\nContent-Length: 4', chunk)),
      bad('two lengths', posted('Content-Length: 28\r\nContent-Length: 4', QUERY)),
      bad('a length with a sign', posted('Content-Length: +28', QUERY)),
      bad('another coding', posted('Transfer-Encoding: xchunked', chunk)),
      bad('chunked, not last', posted('Transfer-Encoding: chunked, identity', chunk)),
      bad('a coding behind a space', posted('Transfer-Encoding : chunked', chunk)),
      bad('a chunk of no size', posted('Transfer-Encoding: chunked', `zz\r\n${QUERY}\r\n0\r\n\r\n`)),
      bad('a bare line feed', `GET /2.0/accounts HTTP/1.1\nHost: a\n\n`),
      bad('a folded header', get('/2.0/accounts', 'a: b\r\n c\r\n').replace('a: b\r\n c', ' c: d')),
    ]);
  });

  it('the server rejects requests without a Host, with two Hosts, or with unknown methods, versions and expectations', async () => {
    const line = (start: string, headers = 'Host: a\r\n'): string => `${start}\r\n${headers}KEY\r\n`;
    await expectAnswers([
      ['no Host', line('GET /2.0/accounts HTTP/1.1', ''), 400, 'invalid-request'],
      ['no Host for a probe', line('GET /livez HTTP/1.1', ''), 400, 'invalid-request'],
      ['two Hosts', line('GET /2.0/accounts HTTP/1.1', 'Host: a\r\nhost: a\r\n'), 400, 'invalid-request'],
      ['no Host in HTTP/1.0', line('GET /2.0/accounts?limit=1 HTTP/1.0', ''), 200],
      ['a method that is none', line('FOO /2.0/accounts HTTP/1.1'), 400, 'invalid-request'],
      ['a method in lower case', line('get /2.0/accounts HTTP/1.1'), 400, 'invalid-request'],
      ...['PUT', 'TRACE', 'PROPFIND', 'PURGE', 'SEARCH', 'OPTIONS'].flatMap((method): Case[] => [
        [method, line(`${method} /2.0/accounts HTTP/1.1`), 405, 'method-not-allowed'],
        [`${method} of GraphQL`, line(`${method} /graphql HTTP/1.1`), 405, 'method-not-allowed'],
      ]),
      ['CONNECT', line('CONNECT a:443 HTTP/1.1'), 405, 'method-not-allowed'],
      ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid-request'],
      ['another version', line('GET /2.0/accounts HTTP/3.0'), 400, 'invalid-request'],
      ['an expectation', get('/2.0/accounts', 'Expect: wonders\r\n'), 400, 'invalid-request'],
      ['an upgrade', get('/2.0/accounts?limit=1', 'Upgrade: websocket\r\n'), 200],
      ['two keys', get('/2.0/accounts', `x-api-key: ${'a'.repeat(24)}:${'b'.repeat(43)}\r\n`), 401, 'invalid-key'],
    ]);
  });
});
