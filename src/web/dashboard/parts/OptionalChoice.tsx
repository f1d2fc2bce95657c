import type { ReactElement } from 'react';
import { texts } from '../texts/texts.js';
import { Choice } from './Choice.js';

/**
 * Shows a list from which the user chooses one value or all. It renders nothing for a list of only one value.
 * @param props.value null: all. A value that is not an option is shown unchanged
 */
export function OptionalChoice({
  name,
  value,
  options,
  choose,
}: {
  readonly name: string;
  readonly value: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (value: string | null) => void;
}): ReactElement | null {
  const isOption = options.some((option) => option.value === value);
  const shown = value === null || isOption ? options : [...options, { value, label: value }];
  if (shown.length <= 1 && value === null) return null;
  return (
    <Choice
      name={name}
      value={value ?? ''}
      options={[{ value: '', label: texts().filters.all }, ...shown]}
      choose={(chosen) => {
        choose(chosen === '' ? null : chosen);
      }}
    />
  );
}
