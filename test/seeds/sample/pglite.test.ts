import { testSample } from './sample.js';

testSample('pglite');
