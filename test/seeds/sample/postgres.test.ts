import { testSample } from './sample.js';

testSample('postgres');
