import { testKills } from './killed.js';

testKills('pglite');
