import type { Query } from './queryLink.js';

/** The languages of the generated programs. */
export const LANGUAGES = ['curl', 'Python', 'TypeScript', 'Power Query'] as const;
export type CodeLanguage = (typeof LANGUAGES)[number];

/**
 * Returns a program that sends a query. It reads the key from the environment variable KEY; Power Query reads it from
 * the parameter `ApiKey`.
 * @param url of the GraphQL endpoint
 * @throws SyntaxError if the variables are not JSON
 */
export function codeOf(language: CodeLanguage, { query, variables }: Query, url: string): string {
  const parsed: unknown = variables.trim() === '' ? undefined : JSON.parse(variables);
  const body = { query, ...(parsed === undefined ? {} : { variables: parsed }) };
  return WRITERS[language](body, url);
}

interface Body {
  readonly query: string;
  readonly variables?: unknown;
}

const WRITERS: Readonly<Record<CodeLanguage, (body: Body, url: string) => string>> = {
  curl: (body, url) =>
    `curl -H "x-api-key: $KEY" -H 'content-type: application/json' ${shellText(url)} -d ${shellText(JSON.stringify(body))}\n`,
  Python: (body, url) => `import json, os, sys, urllib.error, urllib.request

body = json.loads(${JSON.stringify(ascii(JSON.stringify(body)))})
headers = {"x-api-key": os.environ["KEY"], "content-type": "application/json"}
request = urllib.request.Request(${JSON.stringify(url)}, json.dumps(body).encode(), headers)
try:
    print(json.dumps(json.load(urllib.request.urlopen(request))["data"]))
except urllib.error.HTTPError as error:
    sys.exit(error.read().decode())
`,
  TypeScript: (body, url) => `const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { 'x-api-key': process.env.KEY ?? '', 'content-type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(body)}),
});
if (!response.ok) throw new Error(await response.text());
console.log(JSON.stringify((await response.json()).data));
`,
  'Power Query': (body, url) => `let
  Body = Text.ToBinary(${powerQueryText(JSON.stringify(body))}),
  Headers = [#"x-api-key" = ApiKey, #"content-type" = "application/json"],
  Answer = Json.Document(Web.Contents(${powerQueryText(url)}, [Headers = Headers, Content = Body]))
in
  Answer[data]
`,
};

/** Quotes a text for a POSIX shell. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a text for Power Query: it doubles quotes, and escapes a hash before a bracket, which begins an escape. */
function powerQueryText(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll('#(', '#(#)(')}"`;
}

/** Escapes characters beyond ASCII as in JSON. Python reads these escapes in the same way. */
function ascii(json: string): string {
  return json.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
