import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** JavaScript as it is: what tools are configured by. */
const SCRIPTS = ['eslint.config.js', 'spectral.config.mjs', '.dependency-cruiser.mjs'];

export default tseslint.config(
  { ignores: ['dist', 'coverage', '**/generated/**', 'data', 'test/hooks/app'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './src/hooks/tsconfig.json', './src/web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', 200],
    },
  },
  { files: ['test/**'], rules: { 'max-lines': 'off' } },
  { files: SCRIPTS, ...tseslint.configs.disableTypeChecked },
);
