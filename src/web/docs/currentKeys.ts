import type { Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/**
 * The plugin of Swagger UI by which "Authorize" asks for the header that is current alone. The deprecated one is described in
 * the OpenAPI document; its field, the last one, would take the focus.
 */
export function currentKeys(): Plugin {
  return {
    statePlugins: {
      auth: {
        wrapSelectors: {
          definitionsToAuthorize:
            (original) =>
            (...given) =>
              original(...given).filter((schemes) => !schemes.some((scheme) => scheme.get('x-deprecated') === true)),
        },
      },
    },
  };
}
