/** An instruction of a Dockerfile: `RUN npm ci`. */
interface Instruction {
  readonly keyword: string;
  readonly rest: string;
}

/** The instructions from a `FROM` up to the next one. */
export interface Stage {
  readonly image: string;
  /** Empty for a stage without `AS`. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The files that an instruction copies. */
export interface Copy {
  /** The stage that they come from; empty: the context of the build. */
  readonly from: string;
  readonly sources: readonly string[];
  readonly target: string;
}

/** Reads the stages of a Dockerfile that continues no line. */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: { readonly image: string; readonly name: string; readonly instructions: Instruction[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (line.endsWith('\\')) throw new Error(`the reader of Dockerfiles knows no continued lines: ${line}`);
    const [keyword = '', ...words] = line.split(' ');
    const [image = '', as = '', name = ''] = words;
    if (keyword === 'FROM') stages.push({ image, name: as === 'AS' ? name : '', instructions: [] });
    else stages.at(-1)?.instructions.push({ keyword, rest: words.join(' ') });
  }
  return stages;
}

/** Returns what follows a keyword, for each such instruction of a stage. */
export function restsOf(stage: Stage, keyword: string): readonly string[] {
  return stage.instructions.filter((one) => one.keyword === keyword).map(({ rest }) => rest);
}

/** Reads what follows `COPY`. */
export function readCopy(rest: string): Copy {
  const words = rest.split(' ');
  const from = /^--from=(.*)$/.exec(words[0] ?? '')?.[1];
  const paths = from === undefined ? words : words.slice(1);
  return { from: from ?? '', sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}

/** Reads the words of a command in the exec form, `["node", "main.js"]`, which runs without a shell. */
export function readExec(rest: string): readonly string[] {
  return JSON.parse(rest.slice(rest.indexOf('['))) as readonly string[];
}

/** Reads what follows `ENV`. */
export function readEnv(rest: string): Readonly<Record<string, string>> {
  return Object.fromEntries(rest.split(' ').map((word) => word.split('=') as [string, string]));
}
