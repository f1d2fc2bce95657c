import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import '../shared/colours.css';
import '../shared/bar.css';
import './docs.css';
import { keepAccessible } from './accessible.js';
import { currentKeys } from './currentKeys.js';
import { foldFilters } from './foldFilters.js';
import { plainLinks } from './plainLinks.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
/** Swagger UI has a dark scheme, and a class that tells it to use it. */
const follow = (): void => {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
};
follow();
dark.addEventListener('change', follow);

SwaggerUI({
  url: '/2.0/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  // A request can be sent without first asking for the form.
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // The key is in this page's memory alone, and gone with it.
  persistAuthorization: false,
  // The default sends the document to a service of Swagger's.
  validatorUrl: null,
  // Its colours are told from the ground by all.
  syntaxHighlight: { theme: 'obsidian' },
  plugins: [currentKeys, foldFilters, plainLinks],
});

const reference = document.getElementById('reference');
if (reference) keepAccessible(reference);
