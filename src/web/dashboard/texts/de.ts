import { sharedDe } from '../../shared/texts/de.js';
import { LEAST_RANKED_COVERAGE, MAX_PLAUSIBLE_USE } from '../../../values/usePerArea.js';
import { billDe } from './billDe.js';
import { findingDe } from './findingDe.js';
import { formatNumber, formatShare } from '../format/numbers.js';
import { counted, formatList } from '../format/words.js';
import type { Texts } from './en.js';

/*
 * The terms of German utilities. Each English term always has the same German one. Account: Zähler; meter point:
 * Zählpunkt; register: Zählwerk; reading: Zählerstand; invoice, bill: Rechnung; rate line: Rechnungsposition; rate:
 * Einzelpreis; billed: abgerechnet; contract: Vertrag; supplier: Versorger; data collector: Messstellenbetreiber; type:
 * Medium; measure: Kennzahl; interval records: Lastgangdaten; half-hours: Halbstundenwerte; load curve: Tageslastgang;
 * baseload: Grundlast; peak demand: Spitzenlast; coverage: Abdeckung; gap: Lücke; site: Standort; entity: Gesellschaft;
 * use of a site: Nutzung; finding: Befund; problem: Problem; severity: Schwere; key: Schlüssel; service: Dienst.
 */

const meters = (number: number): string => counted(number, 'Zähler', 'Zähler');
const ofMeters = (number: number): string => counted(number, 'Zähler', 'Zählern');
const sites = (number: number): string => counted(number, 'Standort', 'Standorte');
const days = (number: number): string => counted(number, 'Tag', 'Tage');
const bills = (number: number): string => counted(number, 'Rechnung', 'Rechnungen');
const findings = (number: number): string => counted(number, 'Befund', 'Befunde');

/** German texts of the dashboard. */
export const de: Texts = {
  shared: sharedDe,
  finding: findingDe,
  bill: billDe,
  // German nouns keep their capital within a sentence.
  within: (word) => word,

  page: {
    title: 'Utility data gateway: Dashboard',
    titled: (what) => `${what} – Utility data gateway`,
    pages: 'Seiten',
    links: {
      '/': 'Utility data gateway',
      '/dashboard': 'Dashboard',
      '/guide': 'Handbuch',
      '/playground': 'Playground',
      '/docs': 'API-Referenz',
    },
    path: 'Pfad',
    language: 'Sprache',
    printed: (address, day) => `${address}, gedruckt am ${day}`,
  },

  welcome: {
    title: 'Ihr Portfolio auf einen Blick',
    about:
      'Verbrauch, Kosten, Emissionen und fehlende Daten des Portfolios, jedes Standorts und jedes Zählers. Geben Sie zuerst einen API-Schlüssel ein.',
    prints: ' gibt einen Schlüssel für das Beispielportfolio aus, und ',
    makes:
      ' erstellt einen für Ihre eigenen Daten. Wenn Sie ihn nicht in diesem Tab speichern, vergisst ihn die Seite beim Schließen oder Neuladen.',
  },

  queries: {
    waiting: 'Wird geladen\u00a0…',
    again: 'Wird erneut geladen\u00a0…',
    slow: 'Der Dienst braucht länger als üblich.',
    none: 'Noch keine Antwort.',
    code: 'Code',
    request: 'Anfrage',
    tryAgain: 'Erneut versuchen',
    trying: 'Wird erneut versucht\u00a0…',
    showsEarlier: 'Die Diagramme zeigen die zuvor geladenen Daten.',
    otherKey: 'Anderen Schlüssel verwenden',
    noView: 'Diese Ansicht gibt es nicht',
    wholePortfolio: 'Gesamtes Portfolio anzeigen',
    outages: {
      'invalid-key': 'Der Dienst nimmt diesen Schlüssel nicht mehr an: Er wurde widerrufen oder ist abgelaufen.',
      unreachable: 'Der Dienst ist nicht erreichbar: Er läuft nicht, oder das Netzwerk ist gestört.',
      'unexpected-answer': 'Die Antwort kam nicht vom Dienst. Prüfen Sie die Adresse und die vorgeschalteten Proxys.',
      'database-unavailable': 'Der Dienst erreicht seine Datenbank derzeit nicht.',
      overloaded: 'Der Dienst ist derzeit überlastet.',
      'rate-limited': 'Dieser Benutzer hat sein Anfragelimit erreicht.',
    },
  },

  wrong: {
    name: (name, names) => `Die Adresse enthält den unbekannten Parameter „${name}“. Möglich sind ${names}.`,
    twice: (name) => `Die Adresse enthält „${name}“ mehr als einmal.`,
    measure: (given, names) =>
      `Die Adresse enthält die unbekannte Kennzahl „${given}“. Möglich sind ${formatList(names)}.`,
    step: (given, names) =>
      `Die Adresse enthält die unbekannte Auflösung „${given}“. Möglich sind ${formatList(names)}.`,
    type: (given, types) =>
      `Die Adresse enthält das Medium „${given}“, auf das dieser Schlüssel keinen Zugriff hat. ${types.length > 0 ? `Möglich sind ${formatList(types)}` : 'Der Schlüssel hat auf keine Zähler Zugriff'}.`,
    periodForms: 'ein Jahr (2022), ein Quartal (2022-Q3), ein Monat (2022-06) oder Tage (2022-03-05..2022-04-10)',
    period: (given, forms, others) =>
      `Die Adresse enthält den unbekannten Zeitraum „${given}“. Möglich sind ${forms} sowie ${formatList(others)}.`,
    comparison: (given, forms) =>
      `Die Adresse enthält den unbekannten Vergleich „${given}“. Möglich sind previous, none oder ein Zeitraum: ${forms}.`,
    oneOf: (what, given, names) =>
      `Die Adresse enthält für ${what} den unbekannten Wert „${given}“. Möglich sind ${formatList(names)}.`,
    page: (given) => `Die Adresse enthält die ungültige Seite „${given}“. Seiten sind ab 1 nummeriert.`,
    tooFar: (id, first, last) =>
      `Der Zeitraum „${id}“ liegt außerhalb des möglichen Bereichs. Möglich sind die Jahre ${first} bis ${last}.`,
    day: (day) => `„${day}“ ist kein gültiger Tag. Schreiben Sie Tage in der Form 2022-03-05.`,
    order: (id) => `Der Zeitraum ${id} beginnt nach seinem Ende. Geben Sie den früheren Tag zuerst an.`,
    tooLong: (id) => `Der Zeitraum ${id} umfasst mehr als zehn Jahre. Wählen Sie einen kürzeren Zeitraum.`,
    building: (id) => `Es gibt keinen Standort „${id}“, auf den dieser Schlüssel Zugriff hat.`,
    account: (id) => `Es gibt keinen Zähler „${id}“, auf den dieser Schlüssel Zugriff hat.`,
    what: {
      status: 'den Status',
      view: 'die Ansicht der Standorte',
      data: 'die Abdeckung',
      order: 'die Reihenfolge',
      direction: 'die Richtung',
      findings: 'den Status der Befunde',
      severity: 'die Schwere',
      kind: 'die Art der Befunde',
      bills: 'den Status der Rechnungen',
    },
  },

  times: {
    week: (week, year) => `KW ${week}/${year}`,
    wholeYear: 'Ganzes Jahr',
    quarter: (first, last) => `${first} bis ${last}`,
  },

  units: {
    unit: 'Einheit',
    hours: 'Stunden',
    per: (money, unit) => `${money} je ${unit}`,
    percent: (number) => `${number}\u00a0%`,
  },

  types: {
    electricity: 'Strom',
    gas: 'Gas',
    heating: 'Wärme',
    cooling: 'Kälte',
    solar: 'Solarstrom',
    water: 'Wasser',
    waste: 'Abfall',
    flow: 'Durchfluss',
    temperature: 'Temperatur',
  },
  statuses: { active: 'aktiv', inactive: 'inaktiv' },
  measures: { consumption: 'Verbrauch', emissions: 'Emissionen', cost: 'Kosten' },
  steps: { day: 'Tag', week: 'Woche', month: 'Monat' },
  sources: { hh: 'Lastgangdaten', reading: 'Zählerstände', invoice: 'Rechnungen', custom: 'Eigene Werte' },

  columns: {
    building: 'Standort',
    account: 'Zähler',
    type: 'Medium',
    unit: 'Einheit',
    status: 'Status',
    consumption: 'Verbrauch',
    emissions: 'Emissionen',
    cost: 'Kosten',
    withData: 'Abdeckung',
    timeWithData: 'Abdeckung',
    usePerArea: 'Verbrauch je Fläche',
    from: 'Von',
    to: 'Bis',
    in: 'Einheit',
    day: 'Tag',
    byDay: 'Tagsüber',
    byNight: 'Nachts',
    peak: 'Spitzenlast',
    register: 'Zählwerk',
    read: 'Abgelesen',
    supplier: 'Versorger',
    meterPoint: 'Zählpunkt',
    serialNumber: 'Zählernummer',
    severity: 'Schwere',
    kind: 'Art',
    finding: 'Befund',
    openFindings: 'Offene Befunde',
    currency: 'Währung',
    then: (column, time) => `${column}, ${time}`,
    allThen: (time) => `Alle, ${time}`,
  },

  tables: {
    sortBy: 'Sortieren nach',
    scrolls: 'Scrollen Sie seitlich, um alles zu sehen.',
    table: 'Tabelle',
    asTable: (name) => `${name} als Tabelle`,
    asCsv: (name) => `${name} als CSV herunterladen`,
    asPng: (name) => `${name} als PNG herunterladen`,
    ofTable: (name) => `${name}, Tabelle`,
    ofChart: (name) => `${name}, Diagramm`,
    first: (shown, all) => `Die ersten ${shown} von ${formatNumber(all)}.`,
    showFirst: (shown) => `Die ersten ${shown} anzeigen`,
    showAll: (all) => `Alle ${formatNumber(all)} anzeigen`,
    part: (shown, all) => `${formatNumber(shown)} von ${formatNumber(all)}.`,
    more: 'Weitere laden',
    fetching: 'Wird geladen\u00a0…',
    noPicture: 'Dieser Browser kann keine Bilder erstellen.',
    failedPicture: 'Der Browser konnte das Bild nicht erstellen.',
  },

  charts: {
    buttonTable: 'Die Schaltfläche „Tabelle“ zeigt die Werte.',
    noData: 'keine Daten',
    noFigure: 'kein Wert',
    lacking: 'Daten fehlen',
    hasData: (share) => `${share} mit Daten`,
    inHalfHour: (figure) => `${figure} je halbe Stunde`,
    weekdays: 'Werktage',
    weekends: 'Wochenenden',
    baseload: 'Grundlast',
    peak: 'Spitzenlast',
    suspectPeak: 'Zweifelhafte Spitzenlast',
    above: 'Oberhalb der Skala',
  },

  filters: {
    filters: 'Filter',
    more: 'Weitere Filter',
    filtersOf: (time) => `Filter: ${time}`,
    period: 'Zeitraum',
    compare: 'Vergleich',
    from: (name) => `${name} von`,
    to: (name) => `${name} bis`,
    show: 'Anzeigen',
    calendar: 'Jahr, Quartal oder Monat',
    lastDays: (number) => `Letzte ${number} Tage mit Daten`,
    days: 'Von – bis',
    year: 'Jahr',
    noData: (year) => `${year}: keine Daten`,
    part: 'Teil des Jahres',
    compareWith: 'Vergleichen mit',
    yearBefore: (time) => `Vorjahr: ${time}`,
    timeBefore: (time) => `Vorzeitraum: ${time}`,
    other: 'Anderer Zeitraum\u00a0…',
    otherIs: (time) => `Anderer Zeitraum: ${time}`,
    nothing: 'Kein Vergleich',
    by: 'Auflösung',
    type: 'Medium',
    energy: (types) => `Energie: ${formatList(types)}`,
    upToLast: (time) => `${time}: die letzten Tage mit Daten, nicht die Tage bis heute.`,
    measure: 'Kennzahl',
    all: 'Alle',
  },

  changes: {
    waiting: (than) => `Wird mit ${than} verglichen\u00a0…`,
    not: (than) => `Nicht mit ${than} verglichen: `,
    against: (change, than) => `${change} gegenüber ${than}`,
    noFigure: (time) => `Es gibt keinen Wert für ${time}.`,
    noReason: 'Der Dienst nennt keinen Grund.',
    wasZero: 'Der frühere Wert ist an den verglichenen Tagen 0.',
    isZero: 'Einer der Werte fehlt oder ist 0.',
    partly: (time, share, earlier, shareThen) =>
      `${time} hat Daten für ${share} der Zeit, ${earlier} für ${shareThen}. Tag für Tag wird nur mit dem Vorjahr oder dem Vorzeitraum verglichen.`,
    ofDays: (number, areYears, share, now, then) =>
      `über ${days(number)} mit Daten in beiden ${areYears ? 'Jahren' : 'Zeiträumen'}${share === null ? '' : ` (${share} der Zeit aller Zähler)`}: ${now} gegenüber ${then}`,
    perDay: (number, numberThen) => `je Tag, gemittelt über ${days(number)} und ${days(numberThen)}`,
  },

  tabs: {
    about: 'Bereiche des Dashboards',
    portfolio: 'Portfolio',
    sites: 'Standorte',
    findings: 'Befunde',
    bills: 'Rechnungen',
  },

  views: {
    title: 'Gespeicherte Ansichten',
    none: 'Es gibt noch keine gespeicherten Ansichten.',
    about: 'Dieser Browser speichert Namen und Adresse einer Ansicht, aber weder den Schlüssel noch Daten.',
    name: 'Name der aktuellen Ansicht',
    save: 'Ansicht speichern',
    newName: (name) => `Neuer Name für „${name}“`,
    rename: 'Umbenennen',
    renameOf: (name) => `„${name}“ umbenennen`,
    delete: 'Löschen',
    deleteOf: (name) => `„${name}“ löschen`,
    saved: (name) => `„${name}“ ist gespeichert.`,
    renamed: (name) => `Umbenannt in „${name}“.`,
    deleted: (name) => `„${name}“ ist gelöscht.`,
    copy: 'Link kopieren',
    copied: 'Der Link wurde kopiert. Er enthält den Schlüssel nicht.',
    copyByHand: 'Kopieren Sie diesen Link. Er enthält den Schlüssel nicht.',
    faults: {
      unnamed: () => 'Geben Sie einen Namen ein.',
      long: (most) => `Ein Name hat höchstens ${formatNumber(most)} Zeichen.`,
      taken: () => 'Es gibt bereits eine Ansicht mit diesem Namen. Wählen Sie einen anderen Namen.',
      full: (most) => `Ein Browser speichert höchstens ${formatNumber(most)} Ansichten. Löschen Sie zuerst eine.`,
      blocked: () => 'Dieser Browser erlaubt der Seite nicht, etwas zu speichern.',
    },
  },

  portfolio: {
    title: 'Portfolio',
    facts: meters,
    missing: 'Fehlende Daten',
    missingAbout: 'Anteil des Zeitraums mit Daten, über alle Zähler, die Daten liefern sollten.',
    missingFigure: 'Fehlende Daten der Standorte',
    missingAlt: (number) =>
      `Anteil jedes Monats mit Daten, für ${number === 1 ? 'den Standort' : `die ${sites(number)}`} mit den meisten fehlenden Daten.`,
    noBuildings: 'Es gibt keine Standorte.',
    tooMany: (most, total) =>
      `Der Dienst zählt höchstens ${formatNumber(most)} Standorte, aber es gibt ${formatNumber(total)}.`,
    perArea: (unit) => `Standorte nach Verbrauch je ${unit}`,
    perAreaAbout: (time) =>
      `Verbrauch je Fläche im Zeitraum ${time}. Ohne Rang sind Standorte mit Daten für weniger als ${formatShare(LEAST_RANKED_COVERAGE)} der Zeit oder mit mehr als ${formatNumber(MAX_PLAUSIBLE_USE)} kWh/m² im Jahr, dem höchsten Kennwert von CIBSE TM46.`,
    notRanked: 'Ohne Rang',
    unrankedUse: {
      area: (use) => `${use}: unplausibel, Fläche prüfen`,
      part: (use) => `${use}: Daten nur für einen Teil der Zeit`,
    },
    answers: {
      changed: 'Was sich geändert hat',
      wrong: 'Was nicht stimmt',
      costs: 'Was es kostet',
      used: (time, quantity) => `${time}: ${quantity}.`,
      billed: (time, amount) => `${time}: ${amount}.`,
      topMover: (month) => `Größte Änderung, ${month}: `,
      findingsCost: (amounts, most) =>
        most === null ? `Sie kosten ${amounts}.` : `Die ${formatNumber(most)} teuersten kosten ${amounts}.`,
    },
    movers: {
      title: (month) => `Größte Änderungen, ${month}`,
      about: (than, most, all) =>
        `Die Standorte, deren Verbrauch sich gegenüber ${than} am stärksten geändert hat, über die Tage mit Daten in beiden Monaten. Die Kosten stammen aus Rechnungen.${all > most ? ` Von ${formatNumber(all)} Standorten mit Daten werden die ${formatNumber(most)} mit dem größten Verbrauch verglichen.` : ''}`,
      findings: (more) =>
        ` Hinter einer Änderung kann ein Fehler in den Daten stecken: Prüfen Sie die offenen Befunde beider Monate${more > 0 ? ` (${counted(more, 'weiterer ist', 'weitere sind')} nicht mitgezählt)` : ''}.`,
      none: (than) => `Kein Standort hat Daten für einen Vergleich mit ${than}.`,
      change: 'Änderung',
      share: 'Änderung in %',
      cost: 'Änderung der Kosten',
      before: 'Ein Jahr zuvor',
      days: 'Verglichene Tage',
    },
    peers: {
      title: 'Vergleich der Standorte mit gleicher Nutzung',
      about: (time, area, least) =>
        `Verbrauch je ${area} im Zeitraum ${time}, mit den Quartilen Ihrer eigenen Standorte. Quartile gibt es ab ${least} Standorten mit gleicher Nutzung.`,
      none: 'Kein Standort ist vergleichbar.',
      noUse: 'Keine Nutzung angegeben',
      lower: 'Unteres Quartil',
      median: 'Median',
      upper: 'Oberes Quartil',
      above: 'Darüber',
      aboveOf: (use) => `${use}, über dem oberen Quartil: `,
      more: (number) => counted(number, 'weiterer', 'weitere'),
      allCompared: 'Alle Standorte werden verglichen.',
      excluded: (number, reasons) => `Nicht verglichen: ${sites(number)} (${reasons}).`,
      excludedFor: {
        part: (number) =>
          `${formatNumber(number)} mit Daten für weniger als ${formatShare(LEAST_RANKED_COVERAGE)} der Zeit`,
        area: (number) => `${formatNumber(number)} mit unplausibler Fläche`,
        noArea: (number) => `${formatNumber(number)} ohne Fläche`,
        none: (number) => `${formatNumber(number)} ohne Daten`,
      },
      firstByName: (shown, total) =>
        `Das sind die ersten ${formatNumber(shown)} von ${formatNumber(total)} Standorten nach Namen.`,
    },
    byEmissions: 'Standorte nach Emissionen',
    byEmissionsAbout: 'Scope 1, 2 und 3 zusammen, für Standorte mit Daten.',
    rankedFirst: (shown, total) =>
      `Die ersten ${formatNumber(shown)} von ${formatNumber(total)} nach Namen; alle in Rangfolge zeigt die Ansicht `,
    rankedSites: 'Standorte',
    rankedEnd: '.',
    floorArea: 'Fläche',
    perAreaShort: 'Je Fläche',
    byType: 'Nach Medium',
    byTypeAbout: 'Jedes Medium in seiner Einheit. Wählen Sie ein Medium, um seine Ansicht zu öffnen.',
    byTypeFigure: 'Werte nach Medium',
    costPerUnit: 'Kosten je Einheit',
    accounts: 'Zähler',
    segments: {
      all: 'mit vollständigen Daten',
      some: 'mit Lücken',
      none: 'ohne Daten',
      notExpected: 'ohne erwartete Daten',
    },
    buildings: sites,
  },

  sites: {
    title: 'Standorte',
    facts: 'Die Suche umfasst Name, Code, Adresse, Zählpunkt und Zählernummer.',
    views: 'Darstellung der Standorte',
    list: 'Liste',
    map: 'Karte',
    number: sites,
    loading: 'Die Karte wird geladen\u00a0…',
    byName: 'Standorte nach Name oder Wert',
    byNameAbout: (time) =>
      `Werte im Zeitraum ${time}. Wählen Sie eine Spaltenüberschrift, um alle Standorte zu sortieren, nicht nur diese Seite. Standorte ohne vergleichbaren Verbrauch je Fläche haben keinen Rang.`,
    unrankedUse: {
      area: (use) => `${use} (Fläche unplausibel)`,
      part: (use) => `${use} (nur ein Teil der Zeit)`,
    },
    tooManyToSort: (most, total) =>
      `Der Dienst sortiert höchstens ${formatNumber(most)} Standorte nach einem Wert, aber es gibt ${formatNumber(total)}: Grenzen Sie die Liste ein.`,
    tooManyToCount: (most) =>
      `Der Dienst zählt höchstens ${formatNumber(most)} Standorte nach ihren Daten: Grenzen Sie die Liste ein.`,
    tooManyToPick: (most) =>
      `Der Filter nach Daten funktioniert für höchstens ${formatNumber(most)} Standorte: Grenzen Sie die Liste ein.`,
    none: 'Kein Standort gefunden.',
    whatever: 'Alle Standorte anzeigen, mit und ohne Daten',
    site: 'Standort',
    code: 'Code',
    place: 'Ort',
    use: 'Nutzung',
    lastData: 'Letzte Daten',
    noData: 'Keine',
    findings: 'Befunde',
    company: 'Unternehmen',
    entity: 'Gesellschaft',
    tag: 'Schlagwort',
    search: 'Suche',
    searched: 'Name, Code, Adresse, Zähler\u00a0…',
    pages: 'Seiten der Liste',
    page: (page, pages, listed) => `Seite ${formatNumber(page)} von ${formatNumber(pages)}, ${listed}`,
    firstPage: 'Erste',
    previousPage: 'Vorherige',
    nextPage: 'Nächste',
    lastPage: 'Letzte',
    mapAbout: 'Jede Markierung zeigt die Zahl der Standorte an ihrem Ort. Die Liste zeigt dieselben Standorte.',
    mapFailed:
      'Die Karte lässt sich nicht laden: Der Dienst ist nicht erreichbar oder wurde aktualisiert. Laden Sie die Seite neu, um es noch einmal zu versuchen. Die Liste zeigt dieselben Standorte.',
    mapAlt: (number) => `${sites(number)} auf einer Landkarte. Die Liste zeigt dieselben Standorte.`,
    onMap: (number) => `${sites(number)} auf der Karte.`,
    withoutCoordinates: (number) => `${sites(number)} ohne gültige Koordinaten.`,
    firstOnMap: (shown, total) => `Die ersten ${formatNumber(shown)} von ${formatNumber(total)}.`,
    here: (number) => `${sites(number)} hier`,
    firstHere: (number) => `, die ersten ${formatNumber(number)} davon`,
    moreHere: (number) => `und ${counted(number, 'weiterer', 'weitere')}`,
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    showAll: 'Alle anzeigen',
  },

  findings: {
    title: 'Befunde',
    facts:
      'Probleme in Daten und Rechnungen, die jeder Import erkennt. Zeiten ohne den Zusatz UTC sind Ortszeiten des Standorts.',
    mayNot: 'Dieser Schlüssel darf keine Befunde lesen: Ihm fehlt der Scope read:findings.',
    number: findings,
    open: (number) => counted(number, 'offener Befund', 'offene Befunde'),
    bySeverity: 'Befunde nach Schwere',
    severities: { high: 'hoch', medium: 'mittel', low: 'gering' },
    severityMeans: {
      high: 'hoch: kostet Geld oder Daten, bis jemand handelt',
      medium: 'mittel: verfälscht Werte',
      low: 'gering: einen Blick wert',
    },
    whateverSeverity: 'Befunde jeder Schwere',
    order: 'Reihenfolge',
    orders: {
      'startDate:desc': 'Die neuesten zuerst',
      'severity:desc': 'Die schwerwiegendsten zuerst',
      'cost:desc': 'Die teuersten zuerst',
    },
    statuses: { open: 'offen', resolved: 'erledigt', dismissed: 'verworfen', all: 'alle' },
    dismissed: 'Verworfen: ',
    ofOne: 'Befunde eines Standorts. ',
    ofAll: 'Befunde aller Standorte anzeigen',
    none: (status, isNarrowed) => {
      const which = { open: ' offenen', resolved: ' erledigten', dismissed: ' verworfenen' };
      return `Es gibt keinen${status === null ? '' : which[status]} Befund${isNarrowed ? ', der den Filtern entspricht' : ''}.`;
    },
    checked: (number, kinds) =>
      `Bei jedem Import werden die Daten und Rechnungen von ${ofMeters(number)} auf ${counted(kinds.length, 'Art', 'Arten')} von Problemen geprüft: ${formatList(kinds)}.`,
    inUtc: 'Zeiten in UTC.',
    here: (time, more) =>
      `Probleme im Zeitraum ${time}. Zeiten ohne den Zusatz UTC sind Ortszeiten des Standorts.${more > 0 ? ` ${counted(more, 'weiterer Befund steht', 'weitere Befunde stehen')} in der Liste der Befunde.` : ''}`,
  },

  bills: {
    title: 'Rechnungen',
    facts: 'Nach Rechnungsdatum. Die Beträge enthalten Steuern.',
    mayNot: 'Dieser Schlüssel darf keine Rechnungen lesen: Ihm fehlt der Scope read:invoices.',
    payments: { all: 'Alle', paid: 'Bezahlt', unpaid: 'Nicht bezahlt' },
    number: bills,
    dated: (number, time) => `${bills(number)} mit Rechnungsdatum im Zeitraum ${time}.`,
    undated: (number) => `${bills(number)} ohne Rechnungsdatum.`,
    none: 'Keine Rechnungen gefunden. Wählen Sie einen anderen Zeitraum oder weniger Filter.',
  },

  building: {
    built: (year) => `Baujahr ${year}`,
    noAccount: (types) => `Dieser Standort hat keinen Zähler für ${formatList(types, 'or')}. `,
    accounts: 'Zähler',
    accountsAbout: (total, shown) => `${meters(total)}${total > shown ? `; hier die ersten ${shown}` : ''}.`,
    virtual: (status) => `${status}, virtuell`,
  },

  account: {
    meterPoint: (number) => `Zählpunkt ${number}`,
    serialNumber: (number) => `Zählernummer ${number}`,
    supplierRef: (reference) => `Referenz des Versorgers ${reference}`,
    virtual: 'virtuell: in den Werten des Standorts nicht mitgezählt',
    registers: 'Zählwerke',
    registersAbout: 'Die Zählwerke der neuesten Zählerstände, jedes mit seinem letzten Zählerstand. Zeiten in UTC.',
    noRegisters: 'Es gibt keine Zählerstände und daher keine Zählwerke.',
    lastReading: 'Letzter Zählerstand',
    onlyRegister: 'Das einzige',
    registersNumber: (number) => counted(number, 'Zählwerk', 'Zählwerke'),
    contracts: 'Verträge',
    contractsAbout: (total, shown) =>
      `${counted(total, 'Vertrag', 'Verträge')}${total > shown ? `; hier die neuesten ${shown}` : ''}.`,
    lastDay: 'Letzter Tag',
    openEnd: 'unbefristet',
  },

  records: {
    bills: 'Rechnungen',
    billsIn: (time) => `Rechnungen, die Tage im Zeitraum ${time} abdecken, die neuesten zuerst.`,
    billsAlways: 'Rechnungen aller Zeiträume, die neuesten zuerst.',
    showAlways: 'Rechnungen aller Zeiträume anzeigen',
    showPeriod: (time) => `Rechnungen im Zeitraum ${time} anzeigen`,
    noBillsIn: (time) => `Keine Rechnung deckt Tage im Zeitraum ${time} ab.`,
    noBills: 'Es gibt keine Rechnungen.',
    number: 'Nummer',
    date: 'Datum',
    units: 'Menge',
    paid: 'Bezahlt',
    yes: 'ja',
    no: 'nein',
    readings: 'Zählerstände',
    readingsAbout: 'Zählerstände aller Zählwerke und Zeiträume, die neuesten zuerst. Zeiten in UTC.',
    noReadings: 'Es gibt keine Zählerstände.',
    value: 'Wert',
    kind: 'Ableseart',
  },

  figures: {
    by: (measure, step) =>
      `${{ consumption: 'Verbrauch', emissions: 'Emissionen', cost: 'Kosten' }[measure]} je ${{ day: 'Tag', week: 'Woche', month: 'Monat' }[step]}`,
    byAbout: {
      consumption: 'Verbrauch, gestapelt nach Medium.',
      emissions: 'Scope 1, 2 und 3 zusammen, mit den Emissionsfaktoren für Medium, Land und Jahr.',
      cost: 'Die Beträge der Rechnungen, verteilt auf die abgerechneten Tage.',
    },
    stepBegins: {
      day: 'Ein Tag beginnt um Mitternacht UTC.',
      week: 'Eine Woche beginnt um Mitternacht UTC.',
      month: 'Ein Monat beginnt um Mitternacht UTC.',
    },
    byAlt: (measure, time, stacks, ends) => `${measure} als gestapelte Balken, ${time}: ${stacks.join(', ')}${ends}.`,
    lineOf: (than) => `, und eine Linie für ${than}`,
    noLineOf: (than) => `; für ${than} gibt es keine Daten`,
    none: (measure, time) => `${measure}: Für ${time} gibt es keine Werte.`,
    notAll: (times) =>
      `Für ${formatList(times)} fehlt ein Teil der Daten: Balken und Linie zeigen nur die vorhandenen Daten. Ein Unterschied bedeutet nicht unbedingt, dass sich der Verbrauch geändert hat.`,
    currencies: (codes) =>
      `Die Medien werden in verschiedenen Währungen abgerechnet: ${formatList(codes.map((code) => code ?? 'eine unbekannte'))}.`,
    noData: (time) => `Für ${time} gibt es keine Daten.`,
    noDataOf: (types, time) => `Für ${time} gibt es keine Daten zu ${formatList(types)}.`,
    noYears: 'Es gibt keine Daten.',
    years: 'Daten: ',
    totalsOf: (types) => `Summen: ${formatList(types)}`,
    consumptionOf: (types) => `Verbrauch: ${formatList(types)}`,
    noFactor: (places) => `Es gibt keinen Emissionsfaktor für ${formatList(places)}`,
    typeIn: (type, country) => `${type} (${country})`,
    scopes: (one, two, three) => `Scope 1: ${one}, 2: ${two}, 3: ${three}`,
    noBill: 'Keine Rechnung deckt diesen Zeitraum ab',
    asBilled: (unitCost) => `Laut Rechnung, ${unitCost}`,
    noUnitCost: (unit) => `Laut Rechnung. Keine Kosten je ${unit}: `,
    ofAccounts: (number, isMissing) => `von ${ofMeters(number)}${isMissing ? '; in den Summen fehlen Daten' : ''}`,
    demand: 'Leistung',
    ofFloor: (area, unit, time) => `${time}, bei ${area} ${unit} Fläche`,
    notComparable: {
      area: () => 'unplausibel, Fläche prüfen',
      part: (share) => `Daten nur für ${share} der Zeit`,
    },
    spreadOf: (type) => `${type}, aus Rechnungen verteilt`,
    spread: 'Schraffiert: Rechnungen, gleichmäßig auf ihre Tage verteilt. Für diese Tage gibt es keine Messwerte.',
    noFloor: 'Die Fläche ist unbekannt',
    baseload: 'Grundlast',
    baseloadNote: '95\u00a0% der Halbstundenwerte liegen darüber',
    peakDemand: 'Spitzenlast',
    peakNote: 'in einer halben Stunde, aus Lastgangdaten',
    ofCapacity: (share) => `${share} der Anschlussleistung`,
    partOfCapacity: (demand, share) =>
      `${demand} an den Zählern mit bekannter Anschlussleistung, ${share} dieser Leistung`,
    peakSuspect: 'Ein Befund meldet ein Problem mit diesem Wert:',
    nightNote: (quantity, clock) => `${quantity} aus Lastgangdaten, 18:00 bis 06:00 ${clock}`,
    estimated: 'Geschätzt',
    gaps: 'Lücken',
    gapsAbout: 'Zeiten ohne Daten, in UTC. Der Dienst schätzt fehlende Daten nicht.',
    noGap: (time) => `Keine Lücken im Zeitraum ${time}, Rechnungen eingerechnet.`,
    until: 'Bis',
    length: 'Dauer',
    hoursInAll: (hours) =>
      `${formatNumber(hours, 1)} ${hours === 1 ? 'Stunde' : 'Stunden'} insgesamt, über alle Zähler.`,
    sources: 'Quellen',
    sourcesAbout: 'Die Art der Datensätze, aus denen die Werte stammen.',
    sourcesAlt: (names) => `Gestapelte Balken des Verbrauchs nach Quelle: ${names.join(', ')}.`,
  },

  shape: {
    localTime: 'Ortszeit',
    localTimeOf: (zone) => `Ortszeit, ${zone}`,
    // Omits the reason, which the service gives in English.
    utcAs: (zone) => `UTC, weil die halben Stunden der Ortszeit (${zone}) nicht mit denen von UTC übereinstimmen`,
    halfHour: 'Halbe Stunde',
    halfHours: 'Halbstundenwerte',
    halfHoursAbout: (clock) => `Jede Spalte ist ein Tag, jede Zeile eine halbe Stunde des Tages (${clock}).`,
    covers: (share) => `Lastgangdaten decken ${share} der Zeit aller Zähler ab; der Rest fehlt im Diagramm.`,
    noGaps: 'Für alle halben Stunden gibt es Daten.',
    someGaps: (number) => `Für ${counted(number, 'halbe Stunde', 'halbe Stunden')} gibt es keine Daten.`,
    heatAlt: (time, gaps) => `Heatmap der Halbstundenwerte: ${time}. ${gaps}`,
    keyFindings: 'offene Befunde: umrandet und unten aufgeführt',
    keyFinding: 'umrandet: der Zeitraum des Befunds',
    onlyOf: (types, others) => `Nur ${formatList(types)}: Für ${formatList(others)} gibt es keine Lastgangdaten.`,
    noneOfAll: (number) =>
      `Für keine halbe Stunde gibt es Daten von allen ${formatNumber(number)} Zählern. Öffnen Sie einen Zähler, um seine Daten zu sehen.`,
    keyGap: (number, ofSeveral) =>
      `keine Daten${ofSeveral ? ' oder nicht von allen Zählern' : ''}: ${counted(number, 'halbe Stunde', 'halbe Stunden')}`,
    keyAbove: (number, top, most) =>
      `über ${top}, dem Ende der Skala: ${counted(number, 'halbe Stunde', 'halbe Stunden')}, bis zu ${most}`,
    clocksChange:
      'Werden die Uhren vorgestellt, ist die übersprungene Stunde leer. Werden sie zurückgestellt, zeigt die doppelte Stunde den Mittelwert beider Stunden.',
    loadCurve: 'Tageslastgang',
    loadCurveAbout: (clock) =>
      `Die mittlere Leistung in jeder halben Stunde des Tages (${clock}); Nacht ist von 18:00 bis 06:00.`,
    loadCurveAlt: (base, peak) =>
      `Linien der mittleren Leistung je halbe Stunde an Werktagen und Wochenenden, mit der Grundlast von ${base}${peak === null ? '' : ` und der Spitzenlast von ${peak}`}.`,
    dayAndNight: 'Tag und Nacht',
    dayAndNightAbout: (clock) => `Der Verbrauch jedes Tages: tagsüber von 06:00 bis 18:00 und nachts (${clock}).`,
    dayAndNightAlt: (time) => `Gestapelte Balken des Verbrauchs tagsüber und nachts, für jeden Tag: ${time}.`,
    notDrawn: (why) => `Halbstundenwerte, Tageslastgang, Grundlast, Tag und Nacht sind nicht verfügbar: ${why}`,
    tooLong: (most) => `Wählen Sie höchstens ${days(most)}.`,
    noIntervals: (time, sources) =>
      `Für ${time} gibt es keine Lastgangdaten${sources.length === 0 ? '' : `, sondern nur ${formatList(sources)}, die längere Zeiträume abdecken`}.`,
  },
};
