import { testHostileRequests } from './hostile.js';

testHostileRequests('pglite');
