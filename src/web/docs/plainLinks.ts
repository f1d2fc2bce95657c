import type { FunctionComponent } from 'react';
import type { DeepLinkProps, Plugin, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/**
 * The plugin of Swagger UI that shows the path of an operation as text: a link within the button that opens it is two controls
 * in one. The address of what was opened is that of the page.
 */
export function plainLinks({ React }: System): Plugin {
  const DeepLink: FunctionComponent<DeepLinkProps> = ({ text }) => React.createElement('span', null, text);
  return { wrapComponents: { DeepLink: () => DeepLink } };
}
