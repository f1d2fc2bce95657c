/** The suffix of page types: a page of `Account` is an `AccountPage`. */
export const PAGE_SUFFIX = 'Page';

/** The type of an invoice's check, which compares it with the meter and other bills. */
export const CHECK_TYPE = 'InvoiceCheck';

/** The cost of a check: it reads the metered days of about a month. */
export const CHECK_COST = 31;

/** The type of computed figures. A field of this type computes the consumption of its record, or of its arguments. */
export const FIGURES_TYPE = 'Consumption';

/** The type of a table of figures, one row for each object and period. */
export const TABLE_TYPE = 'FigureTable';
