import { testLaws } from './laws.js';

testLaws('pglite');
