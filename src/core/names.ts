/** A page of `Account` is an `AccountPage`. */
export const PAGE_SUFFIX = 'Page';

/** The type of computed figures: a field of it asks for the consumption of its record, or of what it names. */
export const FIGURES_TYPE = 'Consumption';
