import { InvalidArgumentError } from 'commander';

/** Parses an option with a count. @throws InvalidArgumentError, which Commander prints */
export function counted(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  return Number(text);
}
