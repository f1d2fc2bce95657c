/** A page of `Account` is an `AccountPage`. */
export const PAGE_SUFFIX = 'Page';
