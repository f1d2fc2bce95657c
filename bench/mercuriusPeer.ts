import Fastify from 'fastify';
import mercurius from 'mercurius';
import { createAuthenticator } from '../src/auth/authenticator.js';
import { readConfig } from '../src/config/config.js';
import { createCore } from '../src/run/createCore.js';
import { openBench } from './database.js';

/**
 * The same schema and resolvers behind Mercurius, with graphql-jit from the first request on, without limits and log.
 * Run it as `mercuriusPeer.js <database>`; it prints its port.
 */
const [, , name = ''] = process.argv;
const database = openBench(name, 10_000);
const config = readConfig({});
const core = createCore({ database, config });
const authenticator = createAuthenticator(database);
const app = Fastify();
await app.register(mercurius, {
  schema: core.schema,
  jit: 1,
  context: async (request) => {
    const key = String(request.headers['x-api-key']);
    const viewer = authenticator.cachedViewer(key) ?? (await authenticator.authenticate(key));
    if (!viewer) throw new Error('there is no such key');
    return core.contextFor(viewer);
  },
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${new URL(address).port}\n`);
