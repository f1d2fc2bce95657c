/** Returns a column of an identifier: 12 bytes. */
export const id = (name: string, more = ''): string => `${name} bytea ${more} check (octet_length(${name}) = 12)`;

/** Returns columns of text. Text compares by code point on every server. */
export const texts = (...names: readonly string[]): string =>
  names.map((name) => `${name} text collate "C"`).join(', ');

/** Returns columns of finite numbers. */
export const numbers = (...names: readonly string[]): string =>
  names.map((name) => `${name} float8 check (${name} > '-infinity' and ${name} < 'infinity')`).join(', ');

/** Returns columns of times, in milliseconds. */
export const times = (...names: readonly string[]): string => names.map((name) => `${name} timestamptz(3)`).join(', ');

/** Returns a column of text with a list of allowed values. */
export const oneOf = (name: string, values: readonly string[], more = ''): string =>
  `${name} text collate "C" ${more} check (${name} in (${values.map((value) => `'${value}'`).join(', ')}))`;

/** The times of creation and of the last change of a record on this server. */
export const STAMPS = `created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`;
