import type { SharedTexts } from './en.js';

export const sharedDe: SharedTexts = {
  label: 'API-Schlüssel',
  use: 'Schlüssel verwenden',
  checking: 'Wird geprüft…',
  keep: 'Schlüssel in diesem Tab speichern',
  trade:
    'Sie müssen den Schlüssel erst nach dem Schließen des Tabs wieder eingeben. So lange kann jedes Skript dieser Adresse und jede Person an diesem Browser ihn verwenden.',
  ofUser: (user) => `Schlüssel des Benutzers ${user}`,
  problems: {
    missing: 'Geben Sie zuerst einen Schlüssel ein. Sie erhalten ihn von den Betreibern des Dienstes.',
    malformed:
      'Das ist kein vollständiger Schlüssel. Ein Schlüssel hat 24 Buchstaben und Ziffern, einen Doppelpunkt und 43 weitere Zeichen, ohne Leerzeichen. Kopieren Sie ihn noch einmal von Anfang bis Ende.',
    refused:
      'Der Dienst nimmt diesen Schlüssel nicht an. Er ist vielleicht vertippt, widerrufen oder abgelaufen. Kopieren Sie ihn noch einmal, oder bitten Sie die Betreiber des Dienstes um einen neuen.',
  },
  forget: 'Schlüssel vergessen',
};
