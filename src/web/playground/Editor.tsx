import 'graphiql/setup-workers/vite';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { GraphiQL } from 'graphiql';
import type { FetcherParams } from '@graphiql/toolkit';
import { useMemo, type ReactElement } from 'react';
import 'graphiql/style.css';
import '@graphiql/plugin-explorer/style.css';
import { sendQuery } from './sendQuery.js';
import { EXAMPLES } from './examples.js';
import { EditorSettings } from './EditorSettings.js';
import { EXAMPLES_PLUGIN } from './ExamplesPlugin.js';
import { RESULTS_PLUGIN } from './results/ResultsPlugin.js';
import { OpenLink } from './share/OpenLink.js';
import { SHARE_PLUGIN } from './share/SharePlugin.js';

const PLUGINS = [
  EXAMPLES_PLUGIN,
  RESULTS_PLUGIN,
  SHARE_PLUGIN,
  explorerPlugin({ showAttribution: false }),
  HISTORY_PLUGIN,
];
const TABS = EXAMPLES.map(({ query }) => ({ query }));

/** Shows GraphiQL connected to the service. The examples fill the tabs until the user has opened tabs. */
export default function Editor({ apiKey }: { readonly apiKey: string }): ReactElement {
  const fetcher = useMemo(() => (params: FetcherParams) => sendQuery(apiKey, params), [apiKey]);
  return (
    <GraphiQL
      fetcher={fetcher}
      defaultTabs={TABS}
      plugins={PLUGINS}
      inputValueDeprecation
      schemaDescription
      isHeadersEditorEnabled={false}
      defaultEditorToolsVisibility={false}
    >
      <GraphiQL.Logo>
        <EditorSettings />
        <OpenLink />
      </GraphiQL.Logo>
    </GraphiQL>
  );
}
