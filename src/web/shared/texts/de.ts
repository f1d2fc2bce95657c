import type { SharedTexts } from './en.js';

export const sharedDe: SharedTexts = {
  label: 'API-Schlüssel',
  use: 'Schlüssel verwenden',
  checking: 'Wird geprüft\u00a0…',
  keep: 'Schlüssel in diesem Tab speichern',
  trade:
    'Sie müssen den Schlüssel erst nach dem Schließen des Tabs wieder eingeben. Bis dahin kann jedes Skript dieser Adresse und jede Person an diesem Browser ihn verwenden.',
  ofUser: (user) => `Schlüssel des Benutzers ${user}`,
  problems: {
    missing: 'Geben Sie zuerst einen Schlüssel ein. Sie erhalten ihn vom Betreiber des Dienstes.',
    malformed:
      'Das ist kein vollständiger Schlüssel. Ein Schlüssel besteht aus 24 Buchstaben und Ziffern, einem Doppelpunkt und 43 weiteren Zeichen, ohne Leerzeichen. Kopieren Sie ihn noch einmal von Anfang bis Ende.',
    refused:
      'Der Dienst nimmt diesen Schlüssel nicht an. Möglicherweise ist er falsch eingegeben, widerrufen oder abgelaufen. Kopieren Sie ihn noch einmal oder bitten Sie den Betreiber des Dienstes um einen neuen.',
  },
  forget: 'Schlüssel vergessen',
};
