/** The functions that generated files import. */
export { pagesHook } from './pagesHook.js';
export { queryHook } from './queryHook.js';
