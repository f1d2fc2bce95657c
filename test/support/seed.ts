import fc from 'fast-check';

// A property without a fixed seed prints the seed of a failure. Set TEST_SEED to repeat it.
if (process.env.TEST_SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
