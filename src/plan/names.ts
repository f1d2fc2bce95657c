/** A page of `Account` is an `AccountPage`. */
export const PAGE_SUFFIX = 'Page';

/** The type of what is compared of an invoice. */
export const CHECK_TYPE = 'InvoiceCheck';

/** What one costs: it reads what was metered day by day, of about a month. */
export const CHECK_COST = 31;

/** The type of computed figures: a field of it asks for the consumption of its record, or of what it names. */
export const FIGURES_TYPE = 'Consumption';
