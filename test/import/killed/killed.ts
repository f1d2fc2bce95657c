import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.js';
import type { Database } from '../../../src/db/database.js';
import { openDatabase } from '../../../src/db/open.js';
import type { JournalEntry } from '../../../src/import/journal.js';
import { rebuild } from '../../../src/usage/rebuild.js';
import { compile } from '../../support/compile.js';
import { createOnCluster } from '../../support/distributed.js';
import { HEAVY_SUITE_ENGINES, type Engine } from '../../support/engines.js';
import { administer, databaseUrl, SERVER } from '../../support/postgres.js';
import { at, seeded } from '../../support/random.js';
import { timesOf } from '../../support/repeated.js';
import { runCommand } from '../../support/runCommand.js';
import { checksums, leftBehind } from '../../support/state.js';
import { makeDataDir, templateOf } from '../../support/templates.js';
import type { Said, Step, Told } from './child.js';
import { manyIntervals, plan, type PlannedStep } from './steps.js';

const KILLS = timesOf('kills of an import');
const SEED = Number(process.env.TEST_SEED ?? 20_240_229);

/** A new process is slower than the measured one; a kill that comes too late does not count. */
const whenCold = (ms: number): number => 1.5 * ms + 200;

type Done = Extract<Said, { readonly said: 'done' }>;
type Ready = Extract<Said, { readonly said: 'ready' }>;

/** A process that imports on command. */
class Importer {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #heard: Said[] = [];
  #gone = false;
  #isKilled = false;
  #stderr = '';
  #wake: () => void = () => undefined;

  constructor(script: string, env: NodeJS.ProcessEnv) {
    this.#child = fork(script, { env, execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#stderr += text.toString();
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#gone = true;
        resolve();
        this.#wake();
      });
    });
    this.#child.on('message', (said: Said) => {
      this.#heard.push(said);
      this.#wake();
    });
  }

  /** Whether it was killed, even after it had reported success. */
  get isKilled(): boolean {
    return this.#isKilled;
  }

  #tell(told: Told): void {
    if (!this.#gone) this.#child.send(told);
  }

  /** Its next message; null: it has ended. */
  async #next(): Promise<Said | null> {
    for (;;) {
      const said = this.#heard.shift();
      if (said?.said === 'failed') throw new Error(said.why);
      if (said) return said;
      if (this.#gone) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Opens the database. */
  async open(): Promise<Ready> {
    this.#tell('open');
    const said = await this.#next();
    if (said?.said !== 'ready') throw new Error(`it did not start: ${this.#stderr}`);
    return said;
  }

  /**
   * Does a step.
   * @param killAfter milliseconds from when it begins; infinite: it kills itself; null: it must not end
   * @returns null when it was killed before it was done
   */
  async run(step: Step, killAfter: number | null): Promise<Done | null> {
    this.#tell({ step });
    const begun = await this.#next();
    if (begun?.said !== 'begun') throw new Error(`it did not begin: ${this.#stderr}`);
    const timer =
      killAfter === null || killAfter === Infinity
        ? undefined
        : setTimeout(() => {
            this.#isKilled = this.#child.kill('SIGKILL');
          }, killAfter);
    try {
      const said = await this.#next();
      if (said === null && killAfter === null) throw new Error(`it ended by itself: ${this.#stderr}`);
      return said?.said === 'done' ? said : null;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.#tell('close');
    await this.#ended;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

/** A database that separate processes can open. */
interface Place {
  readonly env: NodeJS.ProcessEnv;
  /** Opens it here, while no other process has it. */
  look<T>(run: (database: Database) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

/** A separate, empty database. */
async function createPlace(engine: Engine, folder: string): Promise<Place> {
  const name = `udg_test_${randomBytes(8).toString('hex')}`;
  const home = join(folder, name);
  const onCluster = engine === 'citus' ? await createOnCluster(await templateOf(engine)) : null;
  const url = onCluster?.url ?? (engine === 'postgres' ? databaseUrl(SERVER, name) : '');
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: home };
  if (engine === 'postgres') await administer(SERVER, `create database ${name} template ${await templateOf(engine)}`);
  if (engine === 'pglite') await makeDataDir(home);
  return {
    env,
    async look(run) {
      const database = await openDatabase(readConfig(env), 0);
      try {
        return await run(database);
      } finally {
        await database.close();
      }
    },
    async drop() {
      await onCluster?.drop();
      if (engine === 'postgres') await administer(SERVER, `drop database if exists ${name} with (force)`);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export function testKills(engine: Engine): void {
  describe.runIf(HEAVY_SUITE_ENGINES.includes(engine))(`an import that is killed, on ${engine}`, () => {
    let folder: string;
    let script: string;
    let steps: readonly PlannedStep[];
    const places: Place[] = [];
    const importers: Importer[] = [];
    const start = (where: Place): Importer => {
      const importer = new Importer(script, where.env);
      importers.push(importer);
      return importer;
    };
    const place = async (): Promise<Place> => {
      const created = await createPlace(engine, folder);
      places.push(created);
      return created;
    };

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'udg-killed-'));
      script = join(folder, 'child.mjs');
      compile(new URL('./child.ts', import.meta.url), script);
      steps = plan(folder);
    });
    afterAll(async () => {
      for (const one of importers) await one.kill();
      for (const one of places) await one.drop();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });

    const stateOf = (where: Place): Promise<object> =>
      where.look(async (database) => ({
        sums: await checksums(database),
        different: (await rebuild(database, { dryRun: true })).different,
        left: await leftBehind(database),
      }));
    /** Runs all steps without a kill, and returns how long each took. */
    const uninterrupted = async (where: Place): Promise<readonly number[]> => {
      const importer = start(where);
      await importer.open();
      const took: number[] = [];
      for (const step of steps) {
        const done = await importer.run(step, null);
        expect(done?.summary.errors).toEqual([]);
        took.push(done?.ms ?? 0);
      }
      await importer.close();
      return took;
    };

    it(`a rerun leads to the state of an uninterrupted run, after each of ${KILLS} kills at random points`, async () => {
      const reference = await place();
      const first = await uninterrupted(reference);
      const wanted = await stateOf(reference);
      expect(wanted).toMatchObject({ different: [], left: [] });
      /** Repeating all steps gives the same state, so they can be repeated until there were enough kills. */
      const doneAgain = async (): Promise<readonly number[]> => {
        const took = await uninterrupted(reference);
        expect(await stateOf(reference)).toEqual(wanted);
        return took;
      };

      const victim = await place();
      const random = seeded(SEED);
      const hit = { outside: 0, reading: 0, applying: 0, someParts: 0 };
      let kills = 0;
      let importer = start(victim);
      let next = start(victim);
      await importer.open();
      let seen = 0;
      let untold: JournalEntry | null = null;
      const replace = async (): Promise<JournalEntry | null> => {
        await importer.kill();
        [importer, next] = [next, start(victim)];
        return (await importer.open()).last;
      };
      const doStep = async (step: PlannedStep, ms: number, times: number): Promise<void> => {
        for (let left = times; ; left -= 1) {
          const done: Done | null = await importer.run(
            step,
            left > 0 && kills < KILLS ? random() * whenCold(ms) : null,
          );
          if (done !== null) {
            if (untold) expect(done.stopped).toMatchObject([{ id: untold.id, partsDone: untold.partsDone }]);
            untold = null;
            expect(done.summary).toMatchObject({ rejected: 0, errors: [] });
            // A kill that came too late does not count, but the next step needs a new process.
            if (importer.isKilled) await replace();
            return;
          }
          kills += 1;
          const last = await replace();
          // PostgreSQL may be at what the killed process wanted last for a moment longer.
          const isSure = engine === 'pglite';
          if (last === null || last.id === seen) hit.outside += 1;
          else if (last.state === 'reading') hit.reading += 1;
          else if (last.state === 'applying') hit.applying += 1;
          else hit.outside += 1;
          if (last?.state === 'applying' && last.partsDone > 0) hit.someParts += 1;
          // It is told once, by whatever import comes next, were that killed or not.
          untold = isSure && last?.state === 'applying' && last.partsDone > 0 ? last : null;
          seen = last?.id ?? 0;
        }
      };
      let took = first;
      for (let round = 0; kills < KILLS && round < 20; round += 1) {
        if (round === 1) took = await doneAgain();
        for (const [index, step] of steps.entries()) {
          // Few kills are spread over the steps, those that came too late over what is left of them.
          const few = Math.ceil((KILLS - kills) / (steps.length - index));
          await doStep(step, at(took, index), KILLS < steps.length ? few : step.kills);
        }
        await importer.close();
        expect(await stateOf(victim), `after round ${round + 1}, ${kills} kills`).toEqual(wanted);
        if (kills === KILLS) break;
        [importer, next] = [next, start(victim)];
        await importer.open();
      }
      await next.kill();
      console.log(`${engine}: ${kills} kills of steps that take ${first.map(Math.round).join(', ')} ms:`, hit);
      expect(kills).toBe(KILLS);
      if (KILLS < 20) return;
      expect(hit.reading).toBeGreaterThan(0);
      expect(hit.applying).toBeGreaterThan(0);
    }, 900_000);

    it('the next run reports the applied accounts and imports the others; every stored account is complete', async () => {
      const where = await place();
      const importer = start(where);
      await importer.open();
      for (const step of steps.slice(0, 3)) await importer.run(step, null);
      const path = manyIntervals(folder);
      await importer.run({ name: 'non-cumulative', what: { path }, dieAfter: 1 }, Infinity);
      await importer.kill();

      const counts = (database: Database): Promise<readonly number[]> =>
        database.knex
          .raw(
            'select count(i.*) as n from accounts left join intervals i using (account_key) group by account_key order by account_key',
          )
          .then(({ rows }: { readonly rows: readonly { readonly n: number }[] }) => rows.map(({ n }) => n));
      const partly = await where.look(async (database) => {
        expect((await rebuild(database, { dryRun: true })).different).toEqual([]);
        return counts(database);
      });
      const again = await runCommand(['import', 'non-cumulative', path, '--json'], { env: where.env });
      expect(again.status, again.stderr).toBe(0);
      expect(again.stderr).toMatch(
        /^Note: import \d+ \(non-cumulative from many\.ndjson, started \S+Z\) stopped after [12] of 2 parts; run it again to apply the rest\.$/m,
      );
      const summary = JSON.parse(again.stdout) as Record<string, number>;
      const before = partly.reduce((sum, n) => sum + n, 0);
      expect(before).toBeGreaterThan(0);
      expect(summary).toMatchObject({ unchanged: before, updated: 0, rejected: 0 });
      expect((summary.inserted ?? 0) + before).toBe(summary.read);

      const listed = await runCommand(['imports'], { env: where.env });
      expect(listed.stdout).toMatch(/many\.ndjson +stopped \([12] of 2 parts applied\)/);
      await where.look(async (database) => {
        const whole = await counts(database);
        expect(partly.every((n, account) => n === 0 || n === whole[account])).toBe(true);
        expect((await rebuild(database, { dryRun: true })).different).toEqual([]);
        expect(await leftBehind(database)).toEqual([]);
      });
      // Told once.
      const third = await runCommand(['import', 'non-cumulative', path], { env: where.env });
      expect(third.stderr).not.toContain('Note:');
      expect(third.stdout).toMatch(/0 inserted, 0 updated, [\d,]+ unchanged\. Nothing changed\.$/m);
    });
  });
}
