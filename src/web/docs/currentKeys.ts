import type { Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/**
 * Swagger UI plugin: hides the deprecated API key header from the "Authorize" dialog. The OpenAPI document still
 * describes that header, and its field comes last, so the dialog would focus it.
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
