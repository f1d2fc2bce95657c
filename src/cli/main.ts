#!/usr/bin/env node
import { outliveOutput } from './output.js';
import { runCommand } from './runCommand.js';

outliveOutput();
await runCommand();
