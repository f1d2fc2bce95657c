import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';

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
});
