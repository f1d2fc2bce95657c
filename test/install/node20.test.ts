import { describeInstall } from './installOn.js';

describeInstall('20');
