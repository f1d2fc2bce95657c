declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  /** Reads the `Accept` headers of a request. */
  export default class Negotiator {
    constructor(request: { readonly headers: IncomingHttpHeaders });
    /**
     * Returns the available content coding that the client prefers; undefined if it accepts none.
     * @param preferred decides between codings that the client prefers equally
     */
    encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
  }
}
