// What npm run check asks of the OpenAPI document, beside redocly. A rule that is off or narrowed says why.
import { oas } from '@stoplight/spectral-rulesets';
import owasp from '@stoplight/spectral-owasp-ruleset';

/**
 * What is received is bounded, and these see to it. An answer's texts and lists are as long as the records that were
 * imported, on which there is no bound.
 */
const ofWhatIsReceived = (rule, type) => ({
  ...owasp.rules[rule],
  given: `$.paths..parameters[*]..[?(@ && @.type=="${type}")]`,
});

export default {
  extends: [oas, owasp],
  rules: {
    'owasp:api4:2023-string-limit': ofWhatIsReceived('owasp:api4:2023-string-limit', 'string'),
    'owasp:api4:2023-string-restricted': ofWhatIsReceived('owasp:api4:2023-string-restricted', 'string'),
    'owasp:api4:2023-array-limit': ofWhatIsReceived('owasp:api4:2023-array-limit', 'array'),
    // Whether other origins may ask is the installation's matter.
    'owasp:api8:2023-define-cors-origin': 'off',
    // The one server is the service itself, wherever it runs; the rules tell staging from production by several.
    'owasp:api9:2023-inventory-access': 'off',
    'owasp:api9:2023-inventory-environment': 'off',
    // Who operates an installation is not known here.
    'info-contact': 'off',
    // OpenAPI 3.1 lets requirements of any scheme list what must be granted; the rule knows only 3.0. redocly's
    // security-defined checks that the schemes are there.
    'oas3-operation-security-defined': 'off',
  },
};
