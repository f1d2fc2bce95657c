import type { Types } from '@graphql-codegen/plugin-helpers';
import * as operations from '@graphql-codegen/typescript-operations';
import { SCALARS } from './scalars.js';
import { nameOf, plugin, type HooksConfig } from './plugin.js';

/**
 * The graphql-codegen preset for typed TanStack Query hooks: `preset: utility-data-gateway-hooks/codegen` on an output
 * that is one file. For each operation the file contains the types of `typescript-operations` and the hooks. The
 * `config` of the output overrides the plugin options below.
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
      config: {
        scalars: SCALARS,
        enumsAsTypes: true,
        useTypeImports: true,
        immutableTypes: true,
        ...optionsOf(config),
      },
      pluginMap: { ...pluginMap, 'typescript-operations': operations, 'gateway-hooks': { plugin } },
      plugins: [...plugins, { 'typescript-operations': {} }, { 'gateway-hooks': presetConfig }],
    },
  ],
};

/** Returns the user's options. It fixes the naming convention, because the hooks refer to the types by name. */
function optionsOf(config: unknown): Record<string, unknown> {
  return { ...(typeof config === 'object' ? config : {}), namingConvention: nameOf };
}
