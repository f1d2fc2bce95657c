import { describeInstall } from './installOn.js';

describeInstall('22');
