/** English texts that several pages share. */
export const sharedEn = {
  label: 'API key',
  use: 'Use key',
  checking: 'Checking…',
  keep: 'Keep the key in this tab',
  trade:
    'Reloading then does not ask again, until the tab is closed. Until then, any script of this address and any person at this browser can use the key.',
  ofUser: (user: string) => `Key of user ${user}`,
  forget: 'Forget key',
};

/** Texts that several pages share; each language has the same keys. */
export type SharedTexts = typeof sharedEn;
