import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import '../shared/colours.css';
import '../shared/bar.css';
import './docs.css';
import { makeAccessible } from './accessible.js';
import { currentKeys, foldFilters, plainLinks } from './plugins.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
/** Swagger UI turns on its dark scheme by a class, not by the media query. */
const applyScheme = (): void => {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
};
applyScheme();
dark.addEventListener('change', applyScheme);

SwaggerUI({
  url: '/2.0/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  // The request form is open at once; users need not press "Try it out".
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // The key stays in the memory of this page and is lost when the page closes.
  persistAuthorization: false,
  // By default Swagger UI sends the document to an external validator.
  validatorUrl: null,
  // This theme has enough contrast in both colour schemes.
  syntaxHighlight: { theme: 'obsidian' },
  plugins: [currentKeys, foldFilters, plainLinks],
});

const reference = document.getElementById('reference');
if (reference) makeAccessible(reference);
