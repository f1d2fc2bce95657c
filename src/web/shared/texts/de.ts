import type { SharedTexts } from './en.js';

export const sharedDe: SharedTexts = {
  label: 'API-Schlüssel',
  use: 'Schlüssel verwenden',
  checking: 'Wird geprüft…',
  keep: 'Schlüssel in diesem Tab behalten',
  trade:
    'Beim Neuladen wird dann nicht mehr nach ihm gefragt, bis der Tab geschlossen wird. So lange kann jedes Skript dieser Adresse und jede Person an diesem Browser den Schlüssel verwenden.',
  ofUser: (user) => `Schlüssel des Benutzers ${user}`,
  forget: 'Schlüssel vergessen',
};
