import { formatNumber } from '../format/numbers.js';
import { counted } from '../format/words.js';
import type { Facts } from './facts.js';
import type { FindingKind, FindingTexts } from './findingEn.js';

const days = (number: number): string => counted(number, 'Tag', 'Tage');
const ofDays = (number: number): string => counted(number, 'Tag', 'Tagen');
const hours = (number: number): string => counted(number, 'Stunde', 'Stunden');
const bills = (f: Facts): string =>
  f.hasMoreBills ? `${f.bills} oder mehr Rechnungen` : counted(f.bills, 'Rechnung', 'Rechnungen');
const moreOrLess = (percent: string, share: number): string => `${percent} ${share < 0 ? 'weniger' : 'mehr'}`;
const tooMuch = (f: Facts, difference: number): string =>
  `${f.money(Math.abs(difference))} zu ${difference < 0 ? 'wenig' : 'viel'}`;
const unitHint = ({ share }: Facts): string =>
  share !== null && share >= 10 ? ' Ist die Einheit oder der Wandlerfaktor falsch?' : '';
const inBrackets = (text: string | null): string => (text === null ? '' : ` (${text})`);

/** German sentences about findings, one function per kind. Null: the finding lacks evidence for it. */
const sentences = {
  gap: (f) => {
    const length = f.isEvidenceComplete ? f.sum('hours') : null;
    return `Lastgangdaten fehlen: ${f.days}${inBrackets(length === null ? null : hours(length))}.`;
  },
  late: (f) =>
    `Seit dem ${f.first} kommen keine Lastgangdaten mehr, während andere Zähler Daten bis zum ${f.last} haben.`,
  'flat-line': (f) => {
    const value = f.amount('value');
    return (
      value && `Alle halben Stunden haben denselben Wert (${value}): ${f.days}. Möglicherweise steht der Zähler still.`
    );
  },
  'zero-run': (f) =>
    `Der Zähler zeigt zum ersten Mal seit 4 Wochen null: ${f.days}. Möglicherweise steht er still oder ist abgeschaltet.`,
  spike: (f) => f.quantity && `Ausreißer, ${f.days}: ${f.quantity} über dem üblichen Höchstwert.`,
  negative: (f) => f.quantity && `Verbrauch unter null, ${f.days}: ${f.quantity}.`,
  'register-fall': (f) => {
    const [before, after, glitch] = [f.number('before'), f.number('after'), f.number('glitch')];
    if (before === null || after === null) return null;
    const change =
      glitch === null ? `fiel von ${before} auf ${after}` : `zeigte ${glitch} zwischen ${before} und ${after}`;
    return `Ein Zählwerk ${change}, ${f.days}: Für ${days(f.dayCount)} wird kein Verbrauch gezählt.`;
  },
  'register-jump': (f) => {
    const [before, after, usual] = [f.number('before'), f.number('after'), f.amount('usual')];
    if (before === null || after === null || usual === null || f.quantity === null) return null;
    return `Ein Zählwerk sprang von ${before} auf ${after}, ${f.days}: ${f.quantity} in ${ofDays(f.dayCount)}, sonst höchstens ${usual}. Der Sprung zählt als Verbrauch, bis Sie den Zählerstand berichtigen.`;
  },
  'estimated-run': (f) => `Geschätzte Daten: ${f.days} (${days(f.dayCount)} in Folge).`,
  'duplicate-records': (f) => {
    const records = f.isEvidenceComplete ? f.sum('records') : null;
    const many = records === null ? '' : `: ${counted(records, 'Datensatz', 'Datensätze')} zu viel`;
    return `Mehrere Datensätze für dieselben halben Stunden, ${f.days}${many}. Der letzte zählt.`;
  },
  'unit-suspect': (f) => {
    const perArea = f.number('perArea');
    if (perArea !== null) {
      return `Die Heizung verbraucht ${perArea} kWh/m² (${f.days}), als wären m³ Gas als kWh gezählt: Möglicherweise ist die Einheit falsch.`;
    }
    const [factor, after, pair] = [f.value('factor'), f.amount('after'), f.text('unitPair')];
    const [before, year] = [f.amount('before'), f.amount('yearBefore')];
    const earlier = before ?? year;
    if (factor === null || after === null || earlier === null || pair === null) return null;
    const times =
      factor < 1
        ? `etwa 1/${formatNumber(Number((1 / factor).toPrecision(3)), 1)}`
        : `etwa das ${formatNumber(Number(factor.toPrecision(3)), 1)}-Fache`;
    const than = year === null ? 'des Werts der Tage davor' : 'des Vorjahreswerts';
    return `Ab dem ${f.first} beträgt der Verbrauch ${times} ${than}: ${after} am Tag, ${year === null ? 'vorher' : 'ein Jahr zuvor'} ${earlier}. Möglicherweise ist die Einheit falsch: ${pair.replace(' or ', ' oder ')}.`;
  },
  'baseload-rise': (f) => {
    const [before, after] = [f.amount('before'), f.amount('after')];
    if (before === null || after === null || f.percent === null) return null;
    return `Die Grundlast stieg am ${f.first} um ${f.percent}: ${after} je halbe Stunde, vorher ${before}.${unitHint(f)}`;
  },
  'night-use': (f) => unusual(f, 'Nacht', 'Nächte'),
  'weekend-use': (f) => unusual(f, 'Wochenendtag', 'Wochenendtage'),
  'bill-duplicate': (f) => `${bills(f)} sind gleich, ${f.days}${f.cost === null ? '' : `: ${f.cost} zu viel`}.`,
  'bill-overlap': (f) => `Zwei Rechnungen decken denselben Zeitraum ab: ${f.days} (${days(f.dayCount)}).`,
  'bill-gap': (f) => `Keine Rechnung deckt den Zeitraum ${f.days} ab (${days(f.dayCount)}).`,
  'bill-too-long': (f) => `Eine Rechnung deckt ${days(f.dayCount)} ab: ${f.days}.`,
  'bill-estimated': (f) => `${bills(f)} in Folge mit geschätzten Zählerständen: ${f.days}.`,
  'bill-units-differ': (f) => {
    if (f.count('billed') > 1) {
      if (f.quantity === null || f.percent === null) return null;
      return `Abgerechnete und gemessene Menge weichen voneinander ab, ${f.days}, ${bills(f)}: insgesamt um ${f.quantity}, um bis zu ${f.percent}.`;
    }
    const [billed, metered] = [f.amount('billed'), f.amount('metered')];
    if (billed === null || metered === null) return null;
    const share = f.percent === null || f.share === null ? '' : `: ${moreOrLess(f.percent, f.share)} als gemessen`;
    return `Abgerechnet ${billed}, gemessen ${metered}, ${f.days}${share}.`;
  },
  'bill-sum-differs': (f) => {
    const [net, tax, total, lines] = [f.value('net'), f.value('tax'), f.value('total'), f.value('lines')];
    const difference = f.value('difference');
    if (difference === null) return null;
    const much = tooMuch(f, difference);
    if (lines !== null) {
      const netName = net === null ? 'der Betrag vor Steuer' : 'der Nettobetrag';
      return `Rechnung, ${f.days}: Die Positionen ergeben ${f.money(lines)}, ${netName} ist ${f.money(lines + difference)}: ${much}.`;
    }
    if (net === null || tax === null || total === null) return null;
    return `Rechnung, ${f.days}: Netto ${f.money(net)} und Steuer ${f.money(tax)} ergeben ${f.money(net + tax)}, der Gesamtbetrag ist ${f.money(total)}: ${much}.`;
  },
  'bill-line-differs': (f) => {
    const words = describeLine(f);
    const others = (f.value('wrongLines') ?? 1) - 1;
    const more = others === 0 ? '' : ` ${counted(others, 'weitere Position ist', 'weitere Positionen sind')} falsch.`;
    return words && `Rechnung, ${f.days}: ${words}.${more}`;
  },
  'bill-rate-changed': (f) => {
    const [name, before, after] = [f.text('rateName'), f.value('before'), f.value('after')];
    if (name === null || before === null || after === null || f.percent === null) return null;
    const [by, others] =
      f.count('rateName') > 1 ? ['', '; weitere Einzelpreise änderten sich'] : [` um ${f.percent}`, ''];
    return `Rechnung, ${f.days}: Der Einzelpreis für ${name} ${after < before ? 'fiel' : 'stieg'}${by}, von ${f.rate(before)} auf ${f.rate(after)}${others}.`;
  },
  'bill-price-changed': (f) => {
    const [before, after] = [f.value('before'), f.value('after')];
    if (before === null || after === null || f.percent === null || f.share === null) return null;
    return `Rechnung, ${f.days}: 1 ${f.unit ?? 'Einheit'} kostet ${f.rate(after)}, auf der vorherigen Rechnung ${f.rate(before)}: ${moreOrLess(f.percent, f.share)}${inBrackets(f.cost)}.`;
  },
  'bill-tax-differs': (f) => {
    const [percent, before] = [f.number('percent'), f.number('before')];
    const than =
      before === null ? 'mehr als jeder Steuersatz des Landes' : `auf der vorherigen Rechnung ${before}\u00a0%`;
    return (
      percent &&
      `Rechnung, ${f.days}: Die Steuer beträgt ${percent}\u00a0% des Nettobetrags, ${than}${inBrackets(f.cost)}.`
    );
  },
  'bill-after-contract': (f) => `${bills(f)} ohne gültigen Vertrag, ${f.days}${inBrackets(f.cost)}.`,
} as const satisfies Readonly<Record<FindingKind, (facts: Facts) => string | null>>;

function unusual(f: Facts, one: string, several: string): string | null {
  if (f.count('value') === 1) {
    const [value, usual] = [f.amount('value'), f.amount('usual')];
    if (value === null || usual === null) return null;
    return `${one}, ${f.days}: ${value}, sonst ${usual}${inBrackets(f.cost)}.${unitHint(f)}`;
  }
  return f.quantity && `${several}, ${f.days}: ${f.quantity} mehr als üblich${inBrackets(f.cost)}.${unitHint(f)}`;
}

function describeLine(f: Facts): string | null {
  const [name, fault, billed, expected] = [f.text('line'), f.text('fault'), f.value('billed'), f.value('expected')];
  const [quantity, unitRate, billDays] = [f.value('quantity'), f.value('unitRate'), f.value('days')];
  if (name === null) return null;
  const difference = billed === null || expected === null ? 0 : billed - expected;
  const much = difference === 0 ? '' : `: ${tooMuch(f, difference)}`;
  if (fault === 'negative') {
    const charge = billed ?? unitRate;
    return charge === null ? null : `${name} ist negativ, ${f.money(charge)}${much}`;
  }
  if (fault === 'days') {
    if (quantity === null || billDays === null) return null;
    return `${name} gilt für ${days(quantity)}, die Rechnung für ${days(billDays)}${much}`;
  }
  if (quantity === null || unitRate === null || expected === null || billed === null) return null;
  const unit = f.text('lineUnits');
  return `${name}: ${f.number('quantity') ?? ''}${unit === null ? '' : ` ${unit}`} zu ${f.rate(unitRate)} sind ${f.money(expected)}, abgerechnet ${f.money(billed)}${much}`;
}

/** German texts about single findings. */
export const findingDe: FindingTexts = {
  kinds: {
    gap: 'Datenlücke',
    late: 'Verspätete Daten',
    'flat-line': 'Gleichbleibende Werte',
    'zero-run': 'Tage mit Nullwerten',
    spike: 'Ausreißer',
    negative: 'Negative Werte',
    'register-fall': 'Gefallener Zählerstand',
    'register-jump': 'Sprung im Zählerstand',
    'estimated-run': 'Lange geschätzte Daten',
    'duplicate-records': 'Doppelte Datensätze',
    'unit-suspect': 'Zweifelhafte Einheit',
    'baseload-rise': 'Gestiegene Grundlast',
    'night-use': 'Verbrauch in der Nacht',
    'weekend-use': 'Verbrauch am Wochenende',
    'bill-duplicate': 'Doppelte Rechnung',
    'bill-overlap': 'Überlappende Rechnungen',
    'bill-gap': 'Fehlende Rechnung',
    'bill-too-long': 'Zu langer Abrechnungszeitraum',
    'bill-estimated': 'Geschätzte Rechnungen',
    'bill-units-differ': 'Rechnung weicht vom Zähler ab',
    'bill-sum-differs': 'Rechnung mit falscher Summe',
    'bill-line-differs': 'Falsche Rechnungsposition',
    'bill-rate-changed': 'Geänderter Einzelpreis',
    'bill-price-changed': 'Geänderter Durchschnittspreis',
    'bill-tax-differs': 'Abweichender Steuersatz',
    'bill-after-contract': 'Rechnung ohne Vertrag',
  },
  sentences,
  severity: (severity) => `Schwere: ${severity}`,
  unknown: (id) => `Es gibt keinen Befund „${id}“, auf den dieser Schlüssel Zugriff hat.`,
  next: 'Nächste Schritte',
  charts: 'Diagramme des Zählers für diesen Zeitraum anzeigen',
  dismissCommand: (id) => `udg findings dismiss ${id} --reason "…"`,
  dismiss: 'Ist der Befund harmlos, kann ihn der Betreiber des Dienstes verwerfen:',
  evidence: 'Belege',
  evidenceAbout: 'Die Werte, auf denen der Befund beruht. Zeiten ohne den Zusatz UTC sind Ortszeiten des Standorts.',
  days: 'Zeitraum',
  quantity: 'Menge',
  share: 'Gegenüber dem erwarteten Wert',
  fact: 'Beleg',
  value: 'Wert',
  daysUnit: 'Tage',
  barsAlt: (measure, time) => `${measure} als Balken, ${time}; der Zeitraum des Befunds ist umrandet.`,
  bills: (shown, total) =>
    `Die Rechnungen des Befunds${total > shown ? `; hier die ersten ${shown} von ${total}` : ''}.`,
  lastBill: 'Positionen und Prüfung gehören zur letzten Rechnung,',
  history: {
    title: 'Verlauf',
    about: 'Zeiten in UTC.',
    firstSeen: 'Zuerst erkannt',
    changed: 'Zuletzt geändert',
    resolved: 'Erledigt',
  },
  facts: {
    hours: 'Ohne Daten',
    value: 'Wert',
    usual: 'Üblich',
    before: 'Vorher',
    after: 'Nachher',
    glitch: 'Falscher Zählerstand',
    registerId: 'Zählwerk',
    records: 'Überzählige Datensätze',
    factor: 'Faktor',
    unitPair: 'Einheiten',
    yearBefore: 'Ein Jahr zuvor',
    perArea: 'Je Fläche',
    last: 'Letzte Daten',
    newest: 'Neueste Daten anderer Zähler',
    invoice: 'Rechnung',
    billed: 'Abgerechnet',
    metered: 'Gemessen',
    difference: 'Abweichung',
    net: 'Nettobetrag',
    tax: 'Steuer',
    total: 'Gesamtbetrag',
    lines: 'Summe der Positionen',
    line: 'Position',
    fault: 'Fehler',
    lineUnits: 'Einheit der Position',
    quantity: 'Menge der Position',
    unitRate: 'Einzelpreis',
    expected: 'Erwarteter Betrag',
    days: 'Tage der Rechnung',
    wrongLines: 'Falsche Positionen',
    rateName: 'Einzelpreis',
    percent: 'Steuersatz',
  },
  faults: { cost: 'nicht Menge × Einzelpreis', negative: 'ein negativer Betrag', days: 'andere Tage als die Rechnung' },
  summary: {
    title: 'Befunde nach Ursache',
    openTitle: 'Offene Befunde nach Ursache',
    about: 'Probleme in Daten und Rechnungen. Wählen Sie eine Ursache, um ihre Befunde zu sehen.',
    none: 'Es gibt keinen offenen Befund.',
    first: (number) => `Hier die ${number} schwerwiegendsten`,
    cause: 'Ursache',
    accounts: 'Zähler',
  },
  todo: {
    gap: 'Fordern Sie die fehlenden Stunden beim Messstellenbetreiber an und importieren Sie sie. War der Zähler außer Betrieb, verwerfen Sie den Befund.',
    late: 'Fragen Sie den Messstellenbetreiber, warum die Daten ausbleiben. Prüfen Sie, ob der Zähler getauscht wurde oder die Verbindung ausfiel.',
    'flat-line':
      'Vergleichen Sie die Anzeige des Zählers mit den Daten. Bleibt der Wert stehen, lassen Sie den Zähler oder seinen Datenlogger reparieren.',
    'zero-run':
      'Prüfen Sie, ob die Versorgung unterbrochen war. War sie es nicht, lassen Sie den Zähler oder seinen Datenlogger reparieren.',
    spike:
      'Fragen Sie am Standort, was zu dieser Zeit geschah. Gibt es keine Erklärung, lassen Sie den Wert vom Messstellenbetreiber berichtigen.',
    negative:
      'Prüfen Sie, ob der Zähler richtig angeschlossen ist und ob der Standort Energie einspeist. Lassen Sie den Wert vom Messstellenbetreiber berichtigen.',
    'register-fall':
      'Prüfen Sie die Zählerstände. Wurde der Zähler getauscht, importieren Sie den Zählerstand mit meterReset.',
    'register-jump':
      'Lesen Sie den Zähler ab und berichtigen Sie den Zählerstand. Bis dahin zählt der Sprung als Verbrauch.',
    'estimated-run': 'Lesen Sie den Zähler ab und fragen Sie den Messstellenbetreiber, warum Werte geschätzt sind.',
    'duplicate-records':
      'Stellen Sie fest, welche Dateien diese Datensätze enthalten, und löschen Sie die falschen Datensätze.',
    'unit-suspect':
      'Vergleichen Sie die Daten mit einer Rechnung oder der Anzeige des Zählers. Berichtigen Sie Einheit oder Wandlerfaktor und importieren Sie erneut.',
    'baseload-rise':
      'Fragen Sie am Standort, was seit diesem Tag ständig läuft, zum Beispiel wegen einer Zeitschaltuhr, eines Sollwerts oder eines neuen Geräts.',
    'night-use':
      'Fragen Sie am Standort, welche Geräte in dieser Nacht eingeschaltet blieben, und prüfen Sie die Zeitschaltuhren.',
    'weekend-use':
      'Fragen Sie am Standort, ob er an diesem Wochenende genutzt wurde. War das nicht der Fall, prüfen Sie die Zeitschaltuhren.',
    'bill-duplicate': 'Bezahlen Sie eine der Rechnungen und lassen Sie die andere vom Versorger stornieren.',
    'bill-overlap': 'Bitten Sie den Versorger, die gemeinsamen Tage nur einmal abzurechnen.',
    'bill-gap': 'Fordern Sie die fehlende Rechnung beim Versorger an oder importieren Sie sie.',
    'bill-too-long':
      'Fragen Sie den Versorger, warum die Rechnung so viele Tage abdeckt, und prüfen Sie ihre Zählerstände.',
    'bill-estimated': 'Melden Sie dem Versorger einen Zählerstand und verlangen Sie eine berichtigte Rechnung.',
    'bill-units-differ':
      'Vergleichen Sie die Zählerstände der Rechnung mit dem Zähler und widersprechen Sie der Rechnung, wenn sie abweichen.',
    'bill-sum-differs': 'Verlangen Sie vor der Zahlung eine berichtigte Rechnung.',
    'bill-line-differs': 'Verlangen Sie vor der Zahlung eine berichtigte Rechnung.',
    'bill-rate-changed': 'Vergleichen Sie den Einzelpreis mit Ihrem Vertrag.',
    'bill-price-changed':
      'Vergleichen Sie den Preis mit Ihrem Vertrag und prüfen Sie, ob neue Entgelte hinzugekommen sind.',
    'bill-tax-differs':
      'Prüfen Sie, welcher Steuersatz für den Standort gilt, und lassen Sie ihn vom Versorger berichtigen.',
    'bill-after-contract':
      'Prüfen Sie, wann der Vertrag endete. Importieren Sie den neuen Vertrag oder schließen Sie einen ab: Ohne Vertrag sind die Preise höher.',
  },
};
