import { testKills } from './killed.js';

testKills('postgres');
