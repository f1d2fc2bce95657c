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
  late: (f) => `Seit ${f.first} kamen keine Lastgangdaten, andere Zähler haben Daten bis ${f.last}.`,
  'flat-line': (f) => {
    const value = f.amount('value');
    return value && `Jede halbe Stunde derselbe Wert, ${value}: ${f.days}. Der Zähler steht vielleicht.`;
  },
  'zero-run': (f) => `Der Zähler zeigt null, was er vorher nie tat: ${f.days}. Er steht vielleicht oder ist aus.`,
  spike: (f) => f.quantity && `Ausreißer, ${f.days}: ${f.quantity} über dem üblichen Höchstwert.`,
  negative: (f) => f.quantity && `Verbrauch unter null, ${f.days}: ${f.quantity}.`,
  'register-fall': (f) => {
    const [before, after, glitch] = [f.number('before'), f.number('after'), f.number('glitch')];
    if (before === null || after === null) return null;
    const change =
      glitch === null ? `fiel von ${before} auf ${after}` : `zeigte ${glitch} zwischen ${before} und ${after}`;
    return `Ein Zählwerk ${change}, ${f.days}: Für ${days(f.dayCount)} zählt kein Verbrauch.`;
  },
  'register-jump': (f) => {
    const [before, after, usual] = [f.number('before'), f.number('after'), f.amount('usual')];
    if (before === null || after === null || usual === null || f.quantity === null) return null;
    return `Ein Zählwerk sprang von ${before} auf ${after}, ${f.days}: ${f.quantity} in ${ofDays(f.dayCount)}, sonst höchstens ${usual}. Der Sprung zählt, bis Sie den Zählerstand berichtigen.`;
  },
  'estimated-run': (f) => `Geschätzte Daten: ${f.days} (${days(f.dayCount)} in Folge).`,
  'duplicate-records': (f) => {
    const records = f.isEvidenceComplete ? f.sum('records') : null;
    const many = records === null ? '' : `: ${counted(records, 'Datensatz', 'Datensätze')} zu viel`;
    return `Mehrere Datensätze für dieselben Halbstunden, ${f.days}${many}. Der letzte zählt.`;
  },
  'unit-suspect': (f) => {
    const perArea = f.number('perArea');
    if (perArea !== null) {
      return `Die Heizung braucht ${perArea} kWh/m² (${f.days}), als wären m³ Gas als kWh gelesen: Die Einheit ist vielleicht falsch.`;
    }
    const [factor, after, pair] = [f.value('factor'), f.amount('after'), f.text('unitPair')];
    const [before, year] = [f.amount('before'), f.amount('yearBefore')];
    const earlier = before ?? year;
    if (factor === null || after === null || earlier === null || pair === null) return null;
    const times =
      factor < 1
        ? `etwa 1/${formatNumber(Number((1 / factor).toPrecision(3)), 1)}`
        : `etwa das ${formatNumber(Number(factor.toPrecision(3)), 1)}-Fache`;
    const than = year === null ? 'der Tage davor' : 'des Vorjahres';
    return `Ab ${f.first} beträgt der Verbrauch ${times} ${than}: ${after} am Tag, ${year === null ? 'vorher' : 'ein Jahr zuvor'} ${earlier}. Die Einheit ist vielleicht falsch: ${pair.replace(' or ', ' oder ')}.`;
  },
  'baseload-rise': (f) => {
    const [before, after] = [f.amount('before'), f.amount('after')];
    if (before === null || after === null || f.percent === null) return null;
    return `Die Grundlast stieg um ${f.percent}, ${f.first}: ${after} je Halbstunde, vorher ${before}.${unitHint(f)}`;
  },
  'night-use': (f) => unusual(f, 'Nacht', 'Nächte'),
  'weekend-use': (f) => unusual(f, 'Tag am Wochenende', 'Tage am Wochenende'),
  'bill-duplicate': (f) => `${bills(f)} sind gleich, ${f.days}${f.cost === null ? '' : `: ${f.cost} zu viel`}.`,
  'bill-overlap': (f) => `Zwei Rechnungen gelten für ${f.days} (${days(f.dayCount)}).`,
  'bill-gap': (f) => `Keine Rechnung gilt für ${f.days} (${days(f.dayCount)}).`,
  'bill-too-long': (f) => `Eine Rechnung gilt für ${days(f.dayCount)}: ${f.days}.`,
  'bill-estimated': (f) => `${bills(f)} in Folge mit geschätzten Zählerständen: ${f.days}.`,
  'bill-units-differ': (f) => {
    if (f.count('billed') > 1) {
      if (f.quantity === null || f.percent === null) return null;
      return `Rechnung und Zähler weichen ab, ${f.days}, ${bills(f)}: insgesamt ${f.quantity}, bis zu ${f.percent}.`;
    }
    const [billed, metered] = [f.amount('billed'), f.amount('metered')];
    if (billed === null || metered === null) return null;
    const share = f.percent === null || f.share === null ? '' : `: ${moreOrLess(f.percent, f.share)}`;
    return `Berechnet ${billed}, gemessen ${metered}, ${f.days}${share}.`;
  },
  'bill-sum-differs': (f) => {
    const [net, tax, total, lines] = [f.value('net'), f.value('tax'), f.value('total'), f.value('lines')];
    const difference = f.value('difference');
    if (difference === null) return null;
    const much = tooMuch(f, difference);
    if (lines !== null) {
      const netName = net === null ? 'der Betrag vor Steuer' : 'der Nettobetrag';
      return `Rechnung, ${f.days}: Die Zeilen ergeben ${f.money(lines)}, ${netName} ist ${f.money(lines + difference)}: ${much}.`;
    }
    if (net === null || tax === null || total === null) return null;
    return `Rechnung, ${f.days}: Netto ${f.money(net)} und Steuer ${f.money(tax)} ergeben ${f.money(net + tax)}, der Gesamtbetrag ist ${f.money(total)}: ${much}.`;
  },
  'bill-line-differs': (f) => {
    const words = describeLine(f);
    const others = (f.value('wrongLines') ?? 1) - 1;
    const more = others === 0 ? '' : ` ${counted(others, 'weitere Zeile ist', 'weitere Zeilen sind')} falsch.`;
    return words && `Rechnung, ${f.days}: ${words}.${more}`;
  },
  'bill-rate-changed': (f) => {
    const [name, before, after] = [f.text('rateName'), f.value('before'), f.value('after')];
    if (name === null || before === null || after === null || f.percent === null) return null;
    const [by, others] = f.count('rateName') > 1 ? ['', '; weitere Tarife änderten sich'] : [` um ${f.percent}`, ''];
    return `Der Tarif ${name} ${after < before ? 'fiel' : 'stieg'}${by}, Rechnung ${f.days}: von ${f.rate(before)} auf ${f.rate(after)}${others}.`;
  },
  'bill-price-changed': (f) => {
    const [before, after] = [f.value('before'), f.value('after')];
    if (before === null || after === null || f.percent === null || f.share === null) return null;
    return `1 ${f.unit ?? 'Einheit'} kostet ${f.rate(after)}, Rechnung ${f.days}, auf der Rechnung davor ${f.rate(before)}: ${moreOrLess(f.percent, f.share)}${inBrackets(f.cost)}.`;
  },
  'bill-tax-differs': (f) => {
    const [percent, before] = [f.number('percent'), f.number('before')];
    const than = before === null ? 'mehr als jeder Steuersatz des Landes' : `auf der Rechnung davor ${before} %`;
    return (
      percent && `Rechnung, ${f.days}: Die Steuer beträgt ${percent} % des Nettobetrags, ${than}${inBrackets(f.cost)}.`
    );
  },
  'bill-after-contract': (f) => `${bills(f)} ohne geltenden Vertrag, ${f.days}${inBrackets(f.cost)}.`,
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
  return `${name}: ${f.number('quantity') ?? ''}${unit === null ? '' : ` ${unit}`} zu ${f.rate(unitRate)} sind ${f.money(expected)}, berechnet ${f.money(billed)}${much}`;
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
    'estimated-run': 'Lange geschätzt',
    'duplicate-records': 'Doppelte Datensätze',
    'unit-suspect': 'Zweifelhafte Einheit',
    'baseload-rise': 'Gestiegene Grundlast',
    'night-use': 'Verbrauch in der Nacht',
    'weekend-use': 'Verbrauch am Wochenende',
    'bill-duplicate': 'Doppelte Rechnung',
    'bill-overlap': 'Überlappende Rechnungen',
    'bill-gap': 'Fehlende Rechnung',
    'bill-too-long': 'Rechnung über zu lange Zeit',
    'bill-estimated': 'Geschätzte Rechnungen',
    'bill-units-differ': 'Rechnung und Zähler weichen ab',
    'bill-sum-differs': 'Rechnung mit falscher Summe',
    'bill-line-differs': 'Falsche Rechnungszeile',
    'bill-rate-changed': 'Geänderter Tarif',
    'bill-price-changed': 'Geänderter Preis',
    'bill-tax-differs': 'Abweichender Steuersatz',
    'bill-after-contract': 'Außerhalb jedes Vertrags',
  },
  sentences,
  severity: (severity) => `Schwere: ${severity}`,
  unknown: (id) => `Es gibt keinen Befund „${id}“, den dieser Schlüssel sehen darf.`,
  next: 'Nächste Schritte',
  charts: 'Diagramme des Zählers für diese Zeit zeigen',
  dismissCommand: (id) => `udg findings dismiss ${id} --reason "…"`,
  dismiss: 'Ist der Befund harmlos, verwirft ihn der Betrieb:',
  evidence: 'Belege',
  evidenceAbout:
    'Die Zahlen des Dienstes, auf denen der Befund beruht. Zeiten sind die des Standorts oder mit UTC bezeichnet.',
  days: 'Zeit',
  quantity: 'Menge',
  share: 'Gegenüber dem Erwarteten',
  fact: 'Beleg',
  value: 'Wert',
  daysUnit: 'Tage',
  barsAlt: (measure, time) => `${measure} als Balken, ${time}; die Zeit des Befunds ist umrandet.`,
  bills: (shown, total) =>
    `Die Rechnungen, um die es geht${total > shown ? `; hier die ersten ${shown} von ${total}` : ''}.`,
  lastBill: 'Zeilen und Prüfung gehören zur letzten Rechnung,',
  history: {
    title: 'Verlauf',
    about: 'Zeiten in UTC.',
    firstSeen: 'Zuerst gesehen',
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
    billed: 'Berechnet',
    metered: 'Gemessen',
    difference: 'Unterschied',
    net: 'Nettobetrag',
    tax: 'Steuer',
    total: 'Gesamtbetrag',
    lines: 'Summe der Zeilen',
    line: 'Zeile',
    fault: 'Fehler',
    lineUnits: 'Einheit der Zeile',
    quantity: 'Menge der Zeile',
    unitRate: 'Tarif',
    expected: 'Erwarteter Betrag',
    days: 'Tage der Rechnung',
    wrongLines: 'Falsche Zeilen',
    rateName: 'Tarif',
    percent: 'Steuersatz',
  },
  faults: { cost: 'nicht Menge × Tarif', negative: 'ein negativer Betrag', days: 'andere Tage als die Rechnung' },
  summary: {
    title: 'Befunde nach Ursache',
    openTitle: 'Offene Befunde nach Ursache',
    about: 'Auffälligkeiten in Daten und Rechnungen. Eine Ursache führt zu ihren Befunden.',
    none: 'Es gibt keinen offenen Befund.',
    first: (number) => `Hier die ${number} schwersten`,
    cause: 'Ursache',
    accounts: 'Zähler',
  },
  todo: {
    gap: 'Fordern Sie die fehlenden Stunden beim Messdienst an und importieren Sie sie. War der Zähler aus, verwerfen Sie den Befund.',
    late: 'Fragen Sie den Messdienst, warum die Daten ausbleiben. Prüfen Sie, ob der Zähler getauscht wurde oder die Verbindung ausfiel.',
    'flat-line':
      'Vergleichen Sie die Anzeige des Zählers mit den Daten. Steht der Wert, lassen Sie Zähler oder Logger reparieren.',
    'zero-run': 'Prüfen Sie, ob die Versorgung aus war. War sie es nicht, lassen Sie Zähler oder Logger reparieren.',
    spike:
      'Fragen Sie am Standort, was zu dieser Zeit geschah. War nichts, lassen Sie den Wert vom Messdienst berichtigen.',
    negative:
      'Prüfen Sie den Anschluss des Zählers und ob er einspeist. Lassen Sie den Wert vom Messdienst berichtigen.',
    'register-fall':
      'Prüfen Sie die Zählerstände. Wurde der Zähler getauscht, importieren Sie den Zählerstand mit meterReset.',
    'register-jump':
      'Lesen Sie den Zähler ab und berichtigen Sie den Zählerstand. Bis dahin zählt der Sprung als Verbrauch.',
    'estimated-run': 'Lesen Sie den Zähler ab, und fragen Sie den Messdienst, warum Werte geschätzt sind.',
    'duplicate-records': 'Finden Sie die Datei mit den doppelten Datensätzen, und löschen Sie die falschen.',
    'unit-suspect':
      'Vergleichen Sie die Daten mit einer Rechnung oder der Anzeige. Berichtigen Sie Einheit oder Wandlerfaktor und importieren Sie erneut.',
    'baseload-rise':
      'Fragen Sie am Standort, was seit diesem Tag ständig läuft: eine Zeitschaltung, ein Sollwert oder ein neues Gerät.',
    'night-use': 'Fragen Sie am Standort, was in der Nacht anblieb, und prüfen Sie die Zeitschaltungen.',
    'weekend-use':
      'Fragen Sie am Standort nach der Nutzung an diesem Wochenende. Gab es keine, prüfen Sie die Zeitschaltungen.',
    'bill-duplicate': 'Bezahlen Sie eine der Rechnungen, und lassen Sie die andere vom Versorger stornieren.',
    'bill-overlap': 'Bitten Sie den Versorger, die gemeinsamen Tage nur einmal zu berechnen.',
    'bill-gap': 'Fordern Sie die fehlende Rechnung beim Versorger an, oder importieren Sie sie.',
    'bill-too-long':
      'Fragen Sie den Versorger, warum die Rechnung für so viele Tage gilt, und prüfen Sie ihre Zählerstände.',
    'bill-estimated': 'Melden Sie dem Versorger einen Zählerstand, und verlangen Sie eine berichtigte Rechnung.',
    'bill-units-differ':
      'Vergleichen Sie die Zählerstände der Rechnung mit dem Zähler, und widersprechen Sie bei Abweichungen.',
    'bill-sum-differs': 'Verlangen Sie vor der Zahlung eine berichtigte Rechnung.',
    'bill-line-differs': 'Verlangen Sie vor der Zahlung eine berichtigte Rechnung.',
    'bill-rate-changed': 'Vergleichen Sie den Tarif mit Ihrem Vertrag.',
    'bill-price-changed': 'Vergleichen Sie den Preis mit Ihrem Vertrag, und suchen Sie nach neuen Entgelten.',
    'bill-tax-differs':
      'Prüfen Sie, welcher Steuersatz für den Standort gilt, und lassen Sie ihn vom Versorger berichtigen.',
    'bill-after-contract':
      'Prüfen Sie, wann der Vertrag endete. Importieren Sie den neuen Vertrag oder schließen Sie einen ab: Ohne Vertrag sind Tarife höher.',
  },
};
