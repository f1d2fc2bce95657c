import { testKills } from './killed.js';

testKills('citus');
