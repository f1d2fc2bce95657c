import { testLaws } from './laws.js';

testLaws('postgres');
