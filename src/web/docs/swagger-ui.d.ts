/** The package has no types of its own; these are the settings that we use. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(settings: {
    readonly url: string;
    readonly dom_id: string;
    readonly deepLinking: boolean;
    readonly tryItOutEnabled: boolean;
    readonly displayRequestDuration: boolean;
    readonly persistAuthorization: boolean;
    readonly validatorUrl: string | null;
  }): void;
}
