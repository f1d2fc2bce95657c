import { showOrigin } from './origin.js';
import { startSearch } from './search.js';

showOrigin();
startSearch();
