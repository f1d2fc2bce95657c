import { useSystemDark } from '../../shared/useSystemDark.js';
import { coloursOf, type Colours } from './colours.js';

/** Returns the colours of the scheme that the user prefers. */
export function useColours(): Colours {
  return coloursOf(useSystemDark());
}
