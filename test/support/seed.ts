import fc from 'fast-check';

// A property that names no seed of its own prints the one that failed: TEST_SEED repeats it.
if (process.env.TEST_SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
