import { ERRORS } from '../errors/table.js';
import { GatewayError } from './error.js';
import { fingerprint } from './fingerprint.js';
import { readAnswer } from './readAnswer.js';

/** A query with the types of its variables and its result. `types` exists only for the compiler. */
export interface GatewayQuery<Result, Variables> {
  readonly name: string;
  readonly text: string;
  readonly types?: (variables: Variables) => Result;
}

export interface GatewayOptions {
  /** The origin of the service, such as `https://host`, without `/graphql`. The default is the origin of the page. */
  readonly address?: string;
  /**
   * The API key, `<USER_ID>:<secret>`. Everyone who opens a page can read its key. Without it, the server at `address`
   * must add the header `x-api-key`.
   */
  readonly key?: string;
}

/** A client of a service. */
export interface GatewayClient {
  /**
   * Identifies the address and the key in query keys, so that a user never sees data cached for another key. The key
   * cannot be derived from it.
   */
  readonly identity: string;
  /**
   * Sends a query.
   * @throws GatewayError if any part of the answer failed; the reason of `signal` if it was aborted
   */
  ask<Result, Variables>(
    query: GatewayQuery<Result, Variables>,
    variables?: Variables,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/** Creates a client. It is stateless: clients with the same address and key are interchangeable. */
export function createGatewayClient({ address = '', key }: GatewayOptions = {}): GatewayClient {
  const url = `${address.replace(/\/+$/, '')}/graphql`;
  return {
    identity: fingerprint(`${url} ${key ?? ''}`),
    async ask<Result, Variables>(
      { name, text }: GatewayQuery<Result, Variables>,
      variables?: Variables,
      signal?: AbortSignal,
    ): Promise<Result> {
      // Such a key cannot be sent in a header; `fetch` would report an unreachable service.
      if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
        const detail = 'A key contains only ASCII characters and no spaces: <USER_ID>:<secret>.';
        throw new GatewayError<Result>('invalid-key', detail, { status: ERRORS['invalid-key'].status });
      }
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
          body: JSON.stringify({ query: text, variables, operationName: name }),
          ...(signal ? { signal } : {}),
        });
        const { status, headers } = response;
        // The result type was generated from the schema of the service.
        return readAnswer({ status, headers, text: await response.text() }) as Result;
      } catch (cause) {
        if (cause instanceof GatewayError || signal?.aborted) throw cause;
        const detail = `The service cannot be reached at ${url}.`;
        throw new GatewayError<Result>('unreachable', detail, { status: null, cause });
      }
    },
  };
}
