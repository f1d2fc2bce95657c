import type { Types } from '@graphql-codegen/plugin-helpers';
import * as operations from '@graphql-codegen/typescript-operations';
import { SCALARS } from './scalars.js';
import { nameOf, plugin, type HooksConfig } from './plugin.js';

/**
 * The preset of graphql-codegen that makes typed TanStack Query hooks of documents: `preset:
 * utility-data-gateway-hooks/codegen` on an output that is one file. The file has the types of each operation's variables and
 * result, as `typescript-operations` writes them, and of each operation its hooks. A `config` beside the preset is that
 * plugin's, and goes before what is set here.
 */
export const preset: Types.OutputPreset<HooksConfig> = {
  buildGeneratesSection: ({
    baseOutputDir,
    schema,
    schemaAst,
    documents,
    documentTransforms,
    config,
    plugins,
    pluginMap,
    presetConfig,
  }) => [
    {
      filename: baseOutputDir,
      schema,
      ...(schemaAst ? { schemaAst } : {}),
      documents,
      ...(documentTransforms ? { documentTransforms } : {}),
      config: { scalars: SCALARS, enumsAsTypes: true, useTypeImports: true, immutableTypes: true, ...own(config) },
      pluginMap: { ...pluginMap, 'typescript-operations': operations, 'gateway-hooks': { plugin } },
      plugins: [...plugins, { 'typescript-operations': {} }, { 'gateway-hooks': presetConfig }],
    },
  ],
};

/** The names of types have to be those that the hooks are declared with. */
function own(config: unknown): Record<string, unknown> {
  return { ...(typeof config === 'object' ? config : {}), namingConvention: nameOf };
}
