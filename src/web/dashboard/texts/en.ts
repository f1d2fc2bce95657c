import { sharedEn } from '../../shared/texts/en.js';
import { LEAST_RANKED_COVERAGE, MAX_PLAUSIBLE_USE } from '../../../values/usePerArea.js';
import { billEn } from './billEn.js';
import { findingEn } from './findingEn.js';
import { formatNumber, formatShare } from '../format/numbers.js';
import { counted, formatList } from '../format/words.js';
import type { ViewFault } from '../views/viewList.js';
import type { DataShare, FindingSeverity, FindingStatus, Status, UtilityType } from '../generated/operations.js';

const meters = (number: number): string => counted(number, 'meter', 'meters');
const sites = (number: number): string => counted(number, 'site', 'sites');
const days = (number: number): string => counted(number, 'day', 'days');
const bills = (number: number): string => counted(number, 'bill', 'bills');
const findings = (number: number): string => counted(number, 'finding', 'findings');

/** English texts of the dashboard. Other languages have the same keys, see `Texts`. */
export const en = {
  shared: sharedEn,
  finding: findingEn,
  bill: billEn,
  /** A word of a list within a sentence. */
  within: (word: string) => word.toLowerCase(),

  page: {
    title: 'Utility data gateway: dashboard',
    titled: (what: string) => `${what} – Utility data gateway`,
    /** Labels of the top bar by address; in English they equal those of the server. */
    pages: 'Pages',
    links: {
      '/': 'Utility data gateway',
      '/dashboard': 'Dashboard',
      '/guide': 'Guide',
      '/playground': 'Playground',
      '/docs': 'API reference',
    } as Readonly<Record<string, string>>,
    path: 'Where this is',
    language: 'Language',
    printed: (address: string, day: string) => `${address}, printed on ${day}`,
  },

  welcome: {
    title: 'Your portfolio at a glance',
    about:
      'Consumption, cost, emissions and missing data of the portfolio, each site and each meter. Enter an API key to begin.',
    prints: ' prints a key for the sample portfolio, and ',
    makes:
      ' creates one for your own data. Unless you store the key in this tab, the page forgets it when you close or reload it.',
  },

  queries: {
    waiting: 'Loading…',
    again: 'Loading again…',
    slow: 'The service takes longer than usual.',
    none: 'No response yet.',
    code: 'Code',
    request: 'request',
    tryAgain: 'Try again',
    trying: 'Trying…',
    showsEarlier: 'The charts show the data loaded earlier.',
    otherKey: 'Use another key',
    noView: 'There is no such view',
    wholePortfolio: 'Show the whole portfolio',
    outages: {
      'invalid-key': 'The service no longer accepts this key: it was revoked or has expired.',
      unreachable: 'The service cannot be reached: it has stopped, or the network has failed.',
      'unexpected-answer':
        'The response did not come from the service. Check the address and the proxies in front of it.',
      'database-unavailable': 'The service cannot reach its database at the moment.',
      overloaded: 'The service is overloaded at the moment.',
      'rate-limited': 'This user has reached the rate limit.',
    },
  },

  /** Errors in a URL, or in days that the user typed. */
  wrong: {
    name: (name: string, names: string) => `The address has the unknown parameter “${name}”. Allowed are ${names}.`,
    twice: (name: string) => `The address has “${name}” more than once.`,
    measure: (given: string, names: readonly string[]) =>
      `The address has the unknown measure “${given}”. Allowed are ${formatList(names)}.`,
    step: (given: string, names: readonly string[]) =>
      `The address has the unknown bar interval “${given}”. Allowed are ${formatList(names)}.`,
    type: (given: string, types: readonly string[]) =>
      `The address has the type “${given}”, which this key does not see. ${types.length > 0 ? `Allowed are ${formatList(types)}` : 'The key sees no meters'}.`,
    periodForms: 'a year (2022), a quarter (2022-Q3), a month (2022-06) or days (2022-03-05..2022-04-10)',
    period: (given: string, forms: string, others: readonly string[]) =>
      `The address has the unknown period “${given}”. Allowed are ${forms}, or ${formatList(others, 'or')}.`,
    comparison: (given: string, forms: string) =>
      `The address has the unknown comparison “${given}”. Allowed are previous, none or a period: ${forms}.`,
    oneOf: (what: string, given: string, names: readonly string[]) =>
      `The address has the unknown ${what} “${given}”. Allowed are ${formatList(names)}.`,
    page: (given: string) => `The address has the invalid page “${given}”. Pages are numbered from 1.`,
    tooFar: (id: string, first: number, last: number) =>
      `The period “${id}” is out of range. Allowed are the years ${first} to ${last}.`,
    day: (day: string) => `“${day}” is not a valid day. Write days like 2022-03-05.`,
    order: (id: string) => `The days ${id} begin after they end. Write the earlier day first.`,
    tooLong: (id: string) => `The days ${id} cover more than ten years. Choose a shorter period.`,
    building: (id: string) => `There is no site “${id}” that this key may see.`,
    account: (id: string) => `There is no meter “${id}” that this key may see.`,
    what: {
      status: 'status',
      view: 'view of the sites',
      data: 'share of data',
      order: 'order',
      direction: 'direction',
      findings: 'status of findings',
      severity: 'severity',
      kind: 'kind of findings',
      bills: 'status of bills',
    },
  },

  times: {
    week: (week: number, year: string) => `week ${week} ${year}`,
    wholeYear: 'Whole year',
    quarter: (first: string, last: string) => `${first} to ${last}`,
  },

  units: {
    /** If the service returns no unit. */
    unit: 'unit',
    hours: 'hours',
    per: (money: string, unit: string) => `${money} per ${unit}`,
    percent: (number: string) => `${number}%`,
  },

  types: {
    electricity: 'electricity',
    gas: 'gas',
    heating: 'heating',
    cooling: 'cooling',
    solar: 'solar',
    water: 'water',
    waste: 'waste',
    flow: 'flow',
    temperature: 'temperature',
  } satisfies Readonly<Record<UtilityType, string>>,
  statuses: { active: 'active', inactive: 'inactive' } satisfies Readonly<Record<Status, string>>,
  measures: { consumption: 'consumption', emissions: 'emissions', cost: 'cost' },
  steps: { day: 'day', week: 'week', month: 'month' },
  /** Kinds of records in everyday words. */
  sources: { hh: 'Intervals', reading: 'Readings', invoice: 'Bills', custom: 'Custom' },

  /** Column headings and names of figures that several views share. */
  columns: {
    building: 'Site',
    account: 'Meter',
    type: 'Type',
    unit: 'Unit',
    status: 'Status',
    consumption: 'Consumption',
    emissions: 'Emissions',
    cost: 'Cost',
    withData: 'With data',
    timeWithData: 'Time with data',
    usePerArea: 'Use per area',
    from: 'From',
    to: 'To',
    in: 'In',
    day: 'Day',
    byDay: 'By day',
    byNight: 'By night',
    peak: 'Peak',
    register: 'Register',
    read: 'Read',
    supplier: 'Supplier',
    meterPoint: 'Meter point',
    serialNumber: 'Serial number',
    severity: 'Severity',
    kind: 'Kind',
    finding: 'Finding',
    openFindings: 'Open findings',
    currency: 'Currency',
    then: (column: string, time: string) => `${column}, ${time}`,
    allThen: (time: string) => `All, ${time}`,
  },

  tables: {
    sortBy: 'Sort by',
    scrolls: 'Scroll sideways to see everything.',
    table: 'Table',
    asTable: (name: string) => `${name} as a table`,
    asCsv: (name: string) => `Download ${name} as CSV`,
    asPng: (name: string) => `Download ${name} as PNG`,
    ofTable: (name: string) => `${name}, table`,
    ofChart: (name: string) => `${name}, chart`,
    first: (shown: number, all: number) => `The first ${shown} of ${formatNumber(all)}.`,
    showFirst: (shown: number) => `Show the first ${shown}`,
    showAll: (all: number) => `Show all ${formatNumber(all)}`,
    part: (shown: number, all: number) => `${formatNumber(shown)} of ${formatNumber(all)}.`,
    more: 'Load more',
    fetching: 'Loading…',
    noPicture: 'This browser cannot create images.',
    failedPicture: 'The browser could not create the image.',
  },

  charts: {
    buttonTable: 'The button Table shows the numbers.',
    noData: 'no data',
    noFigure: 'no figure',
    lacking: 'Lacks data',
    hasData: (share: string) => `${share} has data`,
    inHalfHour: (figure: string) => `${figure} in a half-hour`,
    weekdays: 'Weekdays',
    weekends: 'Weekends',
    baseload: 'Baseload',
    peak: 'Peak',
    suspectPeak: 'Suspect peak',
    above: 'Above the scale',
  },

  filters: {
    filters: 'Filters',
    more: 'More filters',
    filtersOf: (time: string) => `Filters: ${time}`,
    period: 'Period',
    compare: 'Compare',
    from: (name: string) => `${name} from`,
    to: (name: string) => `${name} to`,
    show: 'Show',
    calendar: 'Year or part of it',
    lastDays: (number: number) => `Last ${number} days with data`,
    days: 'From – to',
    year: 'Year',
    noData: (year: number) => `${year}: no data`,
    part: 'Part',
    compareWith: 'Compare with',
    yearBefore: (time: string) => `Year before: ${time}`,
    timeBefore: (time: string) => `Time before: ${time}`,
    other: 'Other…',
    otherIs: (time: string) => `Other: ${time}`,
    nothing: 'Nothing',
    by: 'By',
    type: 'Type',
    energy: (types: readonly string[]) => `Energy: ${formatList(types)}`,
    upToLast: (time: string) => `${time}: the last days with data, not the days up to today.`,
    measure: 'Measure',
    all: 'All',
  },

  changes: {
    waiting: (than: string) => `Comparing with ${than}…`,
    not: (than: string) => `Not compared with ${than}: `,
    against: (change: string, than: string) => `${change} against ${than}`,
    noFigure: (time: string) => `there is no figure for ${time}.`,
    noReason: 'the service gives no reason.',
    wasZero: 'the earlier figure is 0 on the compared days.',
    isZero: 'one of the figures is missing or 0.',
    partly: (time: string, share: string, earlier: string, shareThen: string) =>
      `${time} has data for ${share} of the time, ${earlier} for ${shareThen}. Only a comparison with the year before or the time before is day by day.`,
    ofDays: (number: number, areYears: boolean, share: string | null, now: string, then: string) =>
      `over the ${days(number)} with data in both ${areYears ? 'years' : 'periods'}${share === null ? '' : ` (${share} of the meters’ time)`}: ${now} against ${then}`,
    perDay: (number: number, numberThen: number) => `per day, over ${days(number)} and ${days(numberThen)}`,
  },

  tabs: {
    about: 'Parts of the dashboard',
    portfolio: 'Portfolio',
    sites: 'Sites',
    findings: 'Findings',
    bills: 'Bills',
  },

  views: {
    title: 'Saved views',
    none: 'There are no saved views yet.',
    about: 'This browser stores the name and the address of a view, not the key or any data.',
    name: 'Name of the current view',
    save: 'Save view',
    newName: (name: string) => `New name of “${name}”`,
    rename: 'Rename',
    renameOf: (name: string) => `Rename “${name}”`,
    delete: 'Delete',
    deleteOf: (name: string) => `Delete “${name}”`,
    saved: (name: string) => `Saved “${name}”.`,
    renamed: (name: string) => `Renamed to “${name}”.`,
    deleted: (name: string) => `Deleted “${name}”.`,
    copy: 'Copy link',
    copied: 'The link is copied. It does not contain the key.',
    copyByHand: 'Copy this link. It does not contain the key.',
    faults: {
      unnamed: () => 'Enter a name.',
      long: (most: number) => `A name has at most ${formatNumber(most)} characters.`,
      taken: () => 'There is a view with this name. Choose another name.',
      full: (most: number) => `A browser stores at most ${formatNumber(most)} views. Delete one first.`,
      blocked: () => 'This browser does not let the page store anything.',
    } satisfies Readonly<Record<ViewFault, (most: number) => string>>,
  },

  portfolio: {
    title: 'Portfolio',
    facts: (number: number) => meters(number),
    missing: 'Missing data',
    missingAbout: 'The share of the period with data, over all meters that should have data.',
    missingFigure: 'Missing data of sites',
    missingAlt: (number: number) =>
      `The share of each month with data, for the ${sites(number)} with the most missing data.`,
    noBuildings: 'There are no sites.',
    tooMany: (most: number, total: number) =>
      `The service counts at most ${formatNumber(most)} sites, but there are ${formatNumber(total)}.`,
    perArea: (unit: string) => `Sites by use per ${unit}`,
    perAreaAbout: (time: string) =>
      `Consumption in ${time} per floor area. Not ranked: data for less than ${formatShare(LEAST_RANKED_COVERAGE)} of the time, or more than ${formatNumber(MAX_PLAUSIBLE_USE)} kWh/m² a year, the highest benchmark of CIBSE TM46.`,
    notRanked: 'Not ranked',
    unrankedUse: {
      area: (use: string) => `${use}: implausible, check the floor area`,
      part: (use: string) => `${use}: data for only part of the time`,
    },
    answers: {
      changed: 'What changed',
      wrong: 'What is wrong',
      costs: 'What it costs',
      used: (time: string, quantity: string) => `${quantity} in ${time}.`,
      billed: (time: string, amount: string) => `${amount} in ${time}.`,
      topMover: (month: string) => `Largest change in ${month}: `,
      findingsCost: (amounts: string, most: number | null) =>
        most === null ? `They cost ${amounts}.` : `The ${formatNumber(most)} most expensive cost ${amounts}.`,
    },
    movers: {
      title: (month: string) => `Top movers of ${month}`,
      about: (than: string, most: number, all: number) =>
        `The sites with the largest change against ${than}, over the days with data in both. Costs are from bills.${all > most ? ` Of ${formatNumber(all)} sites with data, the ${formatNumber(most)} with the largest consumption are compared.` : ''}`,
      findings: (more: number) =>
        ` A change may be a fault in the data: see the open findings of the two months${more > 0 ? ` (${formatNumber(more)} more are not counted)` : ''}.`,
      none: (than: string) => `No site has data for a comparison with ${than}.`,
      change: 'Change',
      share: 'Change in %',
      cost: 'Change in cost',
      before: 'A year before',
      days: 'Days compared',
    },
    peers: {
      title: 'Comparison of sites with the same use',
      about: (time: string, area: string, least: number) =>
        `Consumption per ${area} in ${time}, with the quartiles of your own sites. A use needs ${least} sites for quartiles.`,
      none: 'No site can be compared.',
      noUse: 'No use given',
      lower: 'Lower quartile',
      median: 'Median',
      upper: 'Upper quartile',
      above: 'Above it',
      aboveOf: (use: string) => `${use}, above the upper quartile: `,
      more: (number: number) => `${formatNumber(number)} more`,
      allCompared: 'All sites are compared.',
      excluded: (number: number, reasons: string) => `Not compared: ${sites(number)} (${reasons}).`,
      excludedFor: {
        part: (number: number) =>
          `${formatNumber(number)} with data for less than ${formatShare(LEAST_RANKED_COVERAGE)} of the time`,
        area: (number: number) => `${formatNumber(number)} with an implausible floor area`,
        noArea: (number: number) => `${formatNumber(number)} without a floor area`,
        none: (number: number) => `${formatNumber(number)} without data`,
      },
      firstByName: (shown: number, total: number) =>
        `These are the first ${formatNumber(shown)} of ${formatNumber(total)} sites by name.`,
    },
    byEmissions: 'Sites by emissions',
    byEmissionsAbout: 'Scopes 1, 2 and 3 together, for sites with data.',
    rankedFirst: (shown: number, total: number) =>
      `The first ${formatNumber(shown)} of ${formatNumber(total)} by name; all of them are ranked among the `,
    rankedSites: 'sites',
    rankedEnd: '.',
    floorArea: 'Floor area',
    perAreaShort: 'Per area',
    byType: 'By type',
    byTypeAbout: 'Each type in its own unit. Select a type to open its view.',
    byTypeFigure: 'Figures by type',
    costPerUnit: 'Cost per unit',
    accounts: 'Meters',
    segments: {
      all: 'with complete data',
      some: 'with gaps',
      none: 'without data',
      notExpected: 'without expected data',
    } satisfies Readonly<Record<DataShare, string>>,
    buildings: sites,
  },

  sites: {
    title: 'Sites',
    facts: 'Searched by name, code, address, meter point and serial number.',
    views: 'How sites are shown',
    list: 'List',
    map: 'Map',
    number: sites,
    loading: 'Loading the map…',
    byName: 'Sites by name or figure',
    byNameAbout: (time: string) =>
      `Figures of ${time}. Select a heading to sort all sites, not only this page. Sites whose use per area cannot be compared are not ranked.`,
    unrankedUse: {
      area: (use: string) => `${use} (implausible area)`,
      part: (use: string) => `${use} (part of the time)`,
    },
    tooManyToSort: (most: number, total: number) =>
      `The service sorts at most ${formatNumber(most)} sites by a figure, but there are ${formatNumber(total)}: narrow the list.`,
    tooManyToCount: (most: number) =>
      `The service counts sites by their data for at most ${formatNumber(most)} sites: narrow the list.`,
    tooManyToPick: (most: number) =>
      `The filter by data works for at most ${formatNumber(most)} sites: narrow the list.`,
    none: 'No site matches.',
    whatever: 'Show all sites, with and without data',
    site: 'Site',
    code: 'Code',
    place: 'Place',
    use: 'Use',
    lastData: 'Last data',
    noData: 'None',
    findings: 'Findings',
    company: 'Company',
    entity: 'Entity',
    tag: 'Tag',
    search: 'Search',
    searched: 'Name, code, address, meter…',
    pages: 'Pages of the list',
    page: (page: number, pages: number, listed: string) =>
      `Page ${formatNumber(page)} of ${formatNumber(pages)}, ${listed}`,
    firstPage: 'First',
    previousPage: 'Previous',
    nextPage: 'Next',
    lastPage: 'Last',
    mapAbout: 'Each marker shows the number of sites at its place. The list shows the same sites.',
    mapFailed:
      'The map cannot be loaded: the service cannot be reached, or was upgraded. Reload the page to try again. The list shows the same sites.',
    mapAlt: (number: number) => `${sites(number)} on a map of the land. The list shows the same sites.`,
    onMap: (number: number) => `${sites(number)} on the map.`,
    withoutCoordinates: (number: number) => `${sites(number)} without valid coordinates.`,
    firstOnMap: (shown: number, total: number) => `The first ${formatNumber(shown)} of ${formatNumber(total)}.`,
    here: (number: number) => `${sites(number)} here`,
    firstHere: (number: number) => `, the first ${formatNumber(number)} of them`,
    moreHere: (number: number) => `and ${number} more`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    showAll: 'Show all',
  },

  findings: {
    title: 'Findings',
    facts: 'Problems in data and bills that each import detects. Times are local to the site, or marked UTC.',
    mayNot: 'This key may not read findings: it lacks the scope read:findings.',
    number: findings,
    open: (number: number) => counted(number, 'open finding', 'open findings'),
    bySeverity: 'Findings by severity',
    severities: { high: 'high', medium: 'medium', low: 'low' } satisfies Readonly<Record<FindingSeverity, string>>,
    severityMeans: {
      high: 'high: costs money or loses data until somebody acts',
      medium: 'medium: makes figures wrong',
      low: 'low: worth a check',
    } satisfies Readonly<Record<FindingSeverity, string>>,
    whateverSeverity: 'Any severity',
    order: 'Order',
    orders: {
      'startDate:desc': 'The latest first',
      'severity:desc': 'The most severe first',
      'cost:desc': 'The most expensive first',
    },
    statuses: { open: 'open', resolved: 'resolved', dismissed: 'dismissed', all: 'all' } satisfies Readonly<
      Record<FindingStatus | 'all', string>
    >,
    dismissed: 'Dismissed: ',
    ofOne: 'Findings of one site. ',
    ofAll: 'Show the findings of all sites',
    none: (status: FindingStatus | null, isNarrowed: boolean) =>
      `There is no${status === null ? '' : ` ${status}`} finding${isNarrowed ? ' that matches' : ''}.`,
    checked: (number: number, kinds: readonly string[]) =>
      `Each import checks the data and bills of ${meters(number)} for ${counted(kinds.length, 'kind', 'kinds')} of problems: ${formatList(kinds)}.`,
    inUtc: 'Times are UTC.',
    here: (time: string, more: number) =>
      `Problems in ${time}. Times are local to the site, or marked UTC.${more > 0 ? ` The list of findings has ${formatNumber(more)} more.` : ''}`,
  },

  bills: {
    title: 'Bills',
    facts: 'By the date of the bill. The amounts include tax.',
    mayNot: 'This key may not read bills: it lacks the scope read:invoices.',
    payments: { all: 'All', paid: 'Paid', unpaid: 'Not paid' },
    number: bills,
    dated: (number: number, time: string) => `${bills(number)} dated ${time}.`,
    undated: (number: number) => `${bills(number)} without a date.`,
    none: 'No bills match. Choose another period or fewer filters.',
  },

  building: {
    built: (year: number) => `built ${year}`,
    noAccount: (types: readonly string[]) => `This site has no meter of ${types.join(' or ')}. `,
    accounts: 'Meters',
    accountsAbout: (total: number, shown: number) =>
      `${meters(total)}${total > shown ? `; the first ${shown} are here` : ''}.`,
    virtual: (status: string) => `${status}, virtual`,
  },

  account: {
    meterPoint: (number: string) => `meter point ${number}`,
    serialNumber: (number: string) => `serial number ${number}`,
    supplierRef: (reference: string) => `supplier’s reference ${reference}`,
    virtual: 'virtual: not counted in the figures of its site',
    registers: 'Registers',
    registersAbout: 'The registers of the newest readings, each with its last reading. Times are UTC.',
    noRegisters: 'There are no readings, and therefore no registers.',
    lastReading: 'Last reading',
    onlyRegister: 'The only one',
    registersNumber: (number: number) => counted(number, 'register', 'registers'),
    contracts: 'Contracts',
    contractsAbout: (total: number, shown: number) =>
      `${counted(total, 'contract', 'contracts')}${total > shown ? `; the newest ${shown} are here` : ''}.`,
    lastDay: 'Last day',
    openEnd: 'open',
  },

  records: {
    bills: 'Bills',
    billsIn: (time: string) => `Bills that cover days in ${time}, the newest first.`,
    billsAlways: 'Bills of all periods, the newest first.',
    showAlways: 'Show the bills of all periods',
    showPeriod: (time: string) => `Show the bills of ${time}`,
    noBillsIn: (time: string) => `No bill covers days in ${time}.`,
    noBills: 'There are no bills.',
    number: 'Number',
    date: 'Date',
    units: 'Units',
    paid: 'Paid',
    yes: 'yes',
    no: 'no',
    readings: 'Readings',
    readingsAbout: 'Readings of all registers and periods, the newest first. Times are UTC.',
    noReadings: 'There are no readings.',
    value: 'Value',
    kind: 'Type',
  },

  figures: {
    by: (measure: 'consumption' | 'emissions' | 'cost', step: 'day' | 'week' | 'month') =>
      `${{ consumption: 'Consumption', emissions: 'Emissions', cost: 'Cost' }[measure]} by ${step}`,
    byAbout: {
      consumption: 'Consumption, stacked by type.',
      emissions: 'Scopes 1, 2 and 3 together, by the factors of the type, country and year.',
      cost: 'The amounts of bills, spread over the days that they cover.',
    },
    stepBegins: {
      day: 'A day begins at midnight UTC.',
      week: 'A week begins at midnight UTC.',
      month: 'A month begins at midnight UTC.',
    },
    byAlt: (measure: string, time: string, stacks: readonly string[], ends: string) =>
      `Stacked bars of ${measure} in ${time}: ${stacks.join(', ')}${ends}.`,
    lineOf: (than: string) => `, and a line of ${than}`,
    noLineOf: (than: string) => `; there is no data for ${than}`,
    none: (measure: string, time: string) => `There is no ${measure} in ${time}.`,
    notAll: (times: readonly string[]) =>
      `${formatList(times)} ${times.length === 1 ? 'lacks' : 'lack'} some data: bars and line show only the available data, so a difference between them may not be a change in use.`,
    currencies: (codes: readonly (string | null)[]) =>
      `The types are billed in different currencies: ${formatList(codes.map((code) => code ?? 'an unknown one'))}.`,
    noData: (time: string) => `There is no data for ${time}.`,
    noDataOf: (types: readonly string[], time: string) => `There is no data of ${formatList(types)} for ${time}.`,
    noYears: 'There is no data.',
    years: 'Data: ',
    totalsOf: (types: readonly string[]) => `Totals of ${formatList(types)}`,
    consumptionOf: (types: readonly string[]) => `Consumption of ${formatList(types)}`,
    noFactor: (places: readonly string[]) => `There is no factor for ${formatList(places)}`,
    typeIn: (type: string, country: string) => `${type} in ${country}`,
    scopes: (one: string, two: string, three: string) => `Scope 1: ${one}, 2: ${two}, 3: ${three}`,
    noBill: 'No bills cover this period',
    asBilled: (unitCost: string) => `As billed, ${unitCost}`,
    noUnitCost: (unit: string) => `As billed. No cost per ${unit}: `,
    ofAccounts: (number: number, isMissing: boolean) =>
      `of ${meters(number)}${isMissing ? '; some data is missing from the totals' : ''}`,
    demand: 'Demand',
    ofFloor: (area: string, unit: string, time: string) => `in ${time}, of ${area} ${unit} of floor`,
    notComparable: {
      area: () => 'implausible, check the floor area',
      part: (share: string) => `data for only ${share} of the time`,
    } as Readonly<Record<'area' | 'part', (share: string) => string>>,
    spreadOf: (type: string) => `${type}, spread from bills`,
    spread: 'Hatched: bills, spread evenly over their days. No meter measured these days.',
    noFloor: 'The floor area is unknown',
    baseload: 'Baseload',
    baseloadNote: '95% of the half-hours are above this value',
    peakDemand: 'Peak demand',
    peakNote: 'in a half-hour, of interval records',
    ofCapacity: (share: string) => `${share} of the capacity`,
    partOfCapacity: (demand: string, share: string) =>
      `${demand} at the meters with a capacity, ${share} of this capacity`,
    peakSuspect: 'A finding reports a problem with this value:',
    nightNote: (quantity: string, clock: string) => `${quantity} of interval records, 18:00 to 06:00 ${clock}`,
    estimated: 'Estimated',
    gaps: 'Gaps',
    gapsAbout: 'Times without data, in UTC. The service does not estimate missing data.',
    noGap: (time: string) => `None in ${time}, bills included.`,
    until: 'Until',
    length: 'Length',
    hoursInAll: (hours: number) =>
      `${formatNumber(hours, 1)} ${hours === 1 ? 'hour' : 'hours'} in total, over all meters.`,
    sources: 'Sources',
    sourcesAbout: 'The kind of record behind each figure.',
    sourcesAlt: (names: readonly string[]) => `Stacked bars of consumption by source: ${names.join(', ')}.`,
  },

  shape: {
    localTime: 'local time',
    localTimeOf: (zone: string) => `local time, ${zone}`,
    utcAs: (zone: string, why: string) => `UTC, as ${zone} ${why}`,
    halfHour: 'Half-hour',
    halfHours: 'Half-hours',
    halfHoursAbout: (clock: string) => `Each column is a day, each row is a half-hour of the day (${clock}).`,
    covers: (share: string) => `Interval records cover ${share} of the meters’ time; the chart omits the rest.`,
    noGaps: 'All half-hours have data.',
    someGaps: (number: number) => `${counted(number, 'half-hour has', 'half-hours have')} no data.`,
    heatAlt: (time: string, gaps: string) => `A heat map of the half-hours of ${time}. ${gaps}`,
    keyFindings: 'open findings: outlined, and listed below',
    keyFinding: 'outlined: the time of the finding',
    onlyOf: (types: readonly string[], others: readonly string[]) =>
      `Only ${formatList(types)}: there are no intervals of ${formatList(others)}.`,
    noneOfAll: (number: number) => `No half-hour has data of all ${meters(number)}. Open a meter to see its data.`,
    keyGap: (number: number, ofSeveral: boolean) =>
      `no data${ofSeveral ? ', or not for all meters' : ''}: ${counted(number, 'half-hour', 'half-hours')}`,
    keyAbove: (number: number, top: string, most: string) =>
      `above ${top}, where the scale ends: ${counted(number, 'half-hour', 'half-hours')}, at most ${most}`,
    clocksChange:
      'When clocks go forward, the skipped hour is empty. When clocks go back, the repeated hour shows the mean of both.',
    loadCurve: 'Load curve',
    loadCurveAbout: (clock: string) =>
      `The mean demand of each half-hour of the day (${clock}); night is 18:00 to 06:00.`,
    loadCurveAlt: (base: string, peak: string | null) =>
      `Lines of the mean demand by half-hour on weekdays and at weekends, with the baseload of ${base}${peak === null ? '' : ` and the peak of ${peak}`}.`,
    dayAndNight: 'Day and night',
    dayAndNightAbout: (clock: string) =>
      `The consumption of each day: by day, 06:00 to 18:00, and by night (${clock}).`,
    dayAndNightAlt: (time: string) => `Stacked bars of the consumption by day and by night, for each day of ${time}.`,
    notDrawn: (why: string) => `Half-hours, load curve, baseload, day and night are not available: ${why}`,
    tooLong: (most: number) => `choose at most ${days(most)}.`,
    noIntervals: (time: string, sources: readonly string[]) =>
      `${time} has no interval records${sources.length === 0 ? '' : `, only ${formatList(sources)}, which cover longer periods`}.`,
  },
};

/** Texts of the dashboard; a language with a missing text does not compile. */
export type Texts = typeof en;
