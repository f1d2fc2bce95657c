/** What pages have in common, in English: the field for the key, and whose key is in use. */
export const sharedEn = {
  label: 'API key',
  use: 'Use key',
  checking: 'Checking…',
  keep: 'Keep the key in this tab',
  trade:
    'Reloading then does not ask again, until the tab is closed. Meanwhile any script of this address, and whoever sits down at this browser, can use the key.',
  ofUser: (user: string) => `Key of user ${user}`,
  forget: 'Forget key',
};

/** The texts that pages have in common, in any language. */
export type SharedTexts = typeof sharedEn;
