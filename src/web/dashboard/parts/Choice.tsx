import { useId, type ReactElement } from 'react';

/** Shows a labelled list from which the user chooses one value. */
export function Choice({
  name,
  value,
  options,
  choose,
}: {
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (value: string) => void;
}): ReactElement {
  const id = useId();
  return (
    <div className="filter">
      <label htmlFor={id}>{name}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          choose(target.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
