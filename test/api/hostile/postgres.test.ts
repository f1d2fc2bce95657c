import { testHostileRequests } from './hostile.js';

testHostileRequests('postgres');
