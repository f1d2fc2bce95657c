import type { FunctionComponent } from 'react';
import type { DeepLinkProps, Plugin, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/**
 * Swagger UI plugin: shows the path of an operation as text. Swagger UI puts a link inside the button that opens the
 * operation, and nested controls are not accessible. The address of the page still names the open operation.
 */
export function plainLinks({ React }: System): Plugin {
  const DeepLink: FunctionComponent<DeepLinkProps> = ({ text }) => React.createElement('span', null, text);
  return { wrapComponents: { DeepLink: () => DeepLink } };
}
