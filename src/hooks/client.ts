import { ERRORS } from '../errors/table.js';
import { GatewayError } from './error.js';
import { fingerprint } from './fingerprint.js';
import { readAnswer } from './readAnswer.js';

/** A query with the types of its variables and result, which no value carries. */
export interface GatewayQuery<Result, Variables> {
  readonly name: string;
  readonly text: string;
  readonly types?: (variables: Variables) => Result;
}

export interface GatewayOptions {
  /** Where the service is, `https://host`, without `/graphql`; not given: where the page comes from. */
  readonly address?: string;
  /** `<USER_ID>:<secret>` */
  readonly key: string;
}

/** A service and the key that it is asked with. */
export interface GatewayClient {
  /**
   * Tells this address and key from others in query keys, so that nobody is shown what another key read. The key cannot
   * be had from it.
   */
  readonly identity: string;
  /**
   * Asks one question.
   * @throws GatewayError when any part of the answer failed; what `signal` was aborted with, when it was
   */
  ask<Result, Variables>(
    query: GatewayQuery<Result, Variables>,
    variables?: Variables,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/** Creates a client. It has no state: two clients with the same address and key are interchangeable. */
export function createGatewayClient({ address = '', key }: GatewayOptions): GatewayClient {
  const url = `${address.replace(/\/+$/, '')}/graphql`;
  return {
    identity: fingerprint(`${url} ${key}`),
    async ask<Result, Variables>(
      { name, text }: GatewayQuery<Result, Variables>,
      variables?: Variables,
      signal?: AbortSignal,
    ): Promise<Result> {
      // No header can carry it; fetch would say that the service is not there.
      if (!/^[\x21-\x7e]+$/.test(key)) {
        const detail = 'A key has no spaces and only ASCII characters: <USER_ID>:<secret>.';
        throw new GatewayError<Result>('invalid-key', detail, { status: ERRORS['invalid-key'].status });
      }
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: JSON.stringify({ query: text, variables, operationName: name }),
          ...(signal ? { signal } : {}),
        });
        const { status, headers } = response;
        // Its type was generated from the schema that the service answers by.
        return readAnswer({ status, headers, text: await response.text() }) as Result;
      } catch (cause) {
        if (cause instanceof GatewayError || signal?.aborted) throw cause;
        const detail = `The service cannot be reached at ${url}.`;
        throw new GatewayError<Result>('unreachable', detail, { status: null, cause });
      }
    },
  };
}
