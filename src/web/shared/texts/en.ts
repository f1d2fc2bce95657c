/** English texts that several pages share. */
export const sharedEn = {
  label: 'API key',
  use: 'Use key',
  checking: 'Checking…',
  keep: 'Store the key in this tab',
  trade:
    'You need not enter the key again until you close the tab. Until then, any script of this address and any person at this browser can use it.',
  ofUser: (user: string) => `Key of user ${user}`,
  problems: {
    missing: 'Enter a key first. You get a key from the operator of the service.',
    malformed:
      'This is not a complete key. A key has 24 letters and digits, a colon and 43 more characters, without spaces. Copy it again from start to end.',
    refused:
      'The service does not accept this key. It may be mistyped, revoked or expired. Copy it again, or ask the operator of the service for a new one.',
  },
  forget: 'Forget key',
};

/** Texts that several pages share; each language has the same keys. */
export type SharedTexts = typeof sharedEn;
