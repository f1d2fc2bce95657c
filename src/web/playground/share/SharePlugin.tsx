import type { GraphiQLPlugin } from '@graphiql/react';
import { useState, type ReactElement } from 'react';
import { Choose } from '../results/Choose.js';
import { codeOf, LANGUAGES, type CodeLanguage } from './codeOf.js';
import { CopyButton } from './CopyButton.js';
import { linkOf, type Query } from './queryLink.js';
import { SavedQueries } from './SavedQueries.js';
import { useOpenTab } from './useOpenTab.js';

function Icon(): ReactElement {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M12 15V4m0 0L8 8m4-4 4 4M5 12v8h14v-8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Offers a link and programs for the query of the open tab, and the saved queries. */
function Content(): ReactElement {
  const open = useOpenTab();
  return (
    <section aria-label="Save and share" className="panel">
      <h2>Save and share</h2>
      <SavedQueries open={open} />
      <h3>A link to this query</h3>
      <p>The link opens the query with its variables. It contains no key and no data.</p>
      <p className="buttons">
        <CopyButton label="Copy link" text={() => linkOf(open, location.origin + location.pathname)} />
      </p>
      <h3>A program with this query</h3>
      <Program open={open} />
    </section>
  );
}

function Program({ open }: { readonly open: Query }): ReactElement {
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const code = programOf(language, open);
  return (
    <>
      <Choose
        label="Language"
        value={language}
        options={LANGUAGES.map((name) => [name, name])}
        onChange={(name) => {
          setLanguage(LANGUAGES.find((supported) => supported === name) ?? 'curl');
        }}
      />
      {code === null ? (
        <p role="alert">The variables are not valid JSON: correct them to get a program.</p>
      ) : (
        <>
          <p>
            {language === 'Power Query'
              ? 'The program reads the key from the parameter ApiKey.'
              : 'The program reads the key from the environment variable KEY.'}
          </p>
          <pre tabIndex={0} aria-label={`The query in ${language}`}>
            {code}
          </pre>
          <p className="buttons">
            <CopyButton label="Copy program" text={() => code} />
          </p>
        </>
      )}
    </>
  );
}

function programOf(language: CodeLanguage, open: Query): string | null {
  try {
    return codeOf(language, open, `${location.origin}/graphql`);
  } catch {
    return null;
  }
}

/** GraphiQL panel that saves queries in the browser, and shares them as a link or a program. */
export const SHARE_PLUGIN: GraphiQLPlugin = { title: 'Save and share', icon: Icon, content: Content };
