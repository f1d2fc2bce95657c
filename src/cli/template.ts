import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CommandError, print } from './output.js';

interface Options {
  readonly csv?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Builds `udg template [file]`, which writes an empty portfolio sheet. */
export function templateCommand(): Command {
  return new Command('template')
    .description('write an empty portfolio sheet, with example rows and the allowed values')
    .argument('[file]', 'the file to write; default portfolio.xlsx, or portfolio.csv with --csv')
    .option('--csv', 'write CSV, without the sheet of allowed values')
    .option('--force', 'overwrite the file if it exists')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  udg template portfolio.xlsx')
    .action(async (given: string | undefined, { csv, force, json }: Options) => {
      const isCsv = csv === true || given?.toLowerCase().endsWith('.csv') === true;
      const file = given ?? (isCsv ? 'portfolio.csv' : 'portfolio.xlsx');
      if (csv === true && file.toLowerCase().endsWith('.xlsx')) {
        throw new CommandError(
          `--csv writes CSV, but ${JSON.stringify(file)} is the name of a workbook: omit --csv, or give a name that ends with .csv.`,
          2,
        );
      }
      if (!isCsv && !file.toLowerCase().endsWith('.xlsx')) {
        throw new CommandError(
          `The file is a workbook, so its name must end with .xlsx, got ${JSON.stringify(file)}; --csv writes CSV.`,
          2,
        );
      }
      const { templateCsv, templateWorkbook } = await import('../import/portfolio/template.js');
      await write(file, isCsv ? templateCsv() : await templateWorkbook(), force === true);
      print(json, { file }, [
        `Wrote ${file}. Replace the example rows, one row for each meter, and import it: udg import ${file}`,
      ]);
    });
}

/** @throws CommandError if the file exists, or cannot be written */
async function write(file: string, content: string | Buffer, isForced: boolean): Promise<void> {
  try {
    await writeFile(file, content, { flag: isForced ? 'w' : 'wx' });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EEXIST') throw new CommandError(`${file} exists; --force overwrites it.`);
    throw new CommandError(`${file} cannot be written: ${message.replace(/^[A-Z]+: /, '').split(',')[0] ?? ''}.`);
  }
}
