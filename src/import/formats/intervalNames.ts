import { headerUnit } from './headerUnit.js';
import { headerZone } from './headerZone.js';
import { ROLES, type Role } from './intervalMap.js';
import { DATE_NAMES, METER_COLUMNS, plainName, STAMP_NAMES } from './meterColumns.js';

const STARTS = [
  'start',
  'starttime',
  'usagestarttime',
  'startdate',
  'startdatetime',
  'starttimestamp',
  'intervalstart',
  'periodstart',
  'from',
  ...['debut', 'von', 'desde', 'inicio', 'inizio', 'vanaf'],
];
const ENDS = [
  'end',
  'endtime',
  'usageendtime',
  'enddate',
  'enddatetime',
  'endtimestamp',
  'intervalend',
  'intervalending',
  'periodend',
  'to',
  ...['fin', 'bis', 'ende', 'hasta', 'fine', 'tot', 'zeitbis'],
];

/** Usual names of columns by role, without a unit: {@link roleOf} removes the unit first. */
const NAMES: Readonly<Record<Exclude<Role, 'meter'> | 'point' | 'either', readonly string[]>> = {
  start: [...STARTS, ...STAMP_NAMES],
  end: ENDS,
  date: DATE_NAMES,
  period: [
    ...['settlementperiod', 'settperiod', 'settprd', 'settlementprd', 'settlementperiodno', 'settperiodno', 'sp'],
    ...['settlementperiodnumber', 'periodno', 'periodnumber', 'tradingperiod', 'halfhourperiod', 'hhperiod'],
  ],
  time: [
    'time',
    'readtime',
    'readingtime',
    'localtime',
    'intervaltime',
    'hour',
    'ora',
    'hora',
    'heure',
    'uhrzeit',
    'zeitvon',
  ],
  value: [
    ...['value', 'kwh', 'consumption', 'usage', 'energy', 'energyconsumption', 'quantity', 'import', 'delivered'],
    ...['meterconsumption', 'totalconsumption', 'actual', 'verbrauch', 'consommation', 'consumo', 'verbruik'],
  ],
  ...METER_COLUMNS,
};
/**
 * Words that form the name of a quantity if a unit follows or precedes: `water usage dl`, `Verbrauch [kWh]`,
 * `kW average`.
 */
const QUANTITY = new Set(
  [
    'value values usage use used consumption consumed energy active import imported delivered delivery offtake quantity volume',
    'gas water electricity electric heat power load demand average avg mean interval reading read net in of the',
    'verbrauch wert menge energie strom wasser gas warme leistung mittelwert bezug netzbezug wirkarbeit wirkenergie wirkleistung arbeit',
    'aktiv messwert verbrauchswert energiemenge energieverbrauch stromverbrauch gasverbrauch wasserverbrauch spitze lastgang mittlere',
    'consommation consommee consommees valeur energie eau electricite electrique puissance moyenne soutiree soutirage quantite denergie delectricite debit',
    'consumo consumos consumida consumido valor energia electrica agua potencia media activa activo importada entrante cantidad',
    'consumi valore attiva attivo prelevata prelevato prelievo elettrica potenza acqua assorbita quantita elettricita',
    'verbruik verbruikt waarde afname afgenomen actief actieve elektriciteit stroom warmte vermogen gemiddeld gemiddelde hoeveelheid',
    'eletrica ativa ativo de du des la le el il di del della van het der die das y et e und en',
  ].flatMap((words) => words.split(' ')),
);

/** Names of columns without influence on the quantity. */
export const NEUTRAL_NAMES: readonly string[] = [
  ...[
    'site',
    'sitename',
    'sitecode',
    'siteid',
    'name',
    'address',
    'addressline1',
    'postcode',
    'company',
    'companyname',
  ],
  ...[
    'cost',
    'notes',
    'account',
    'accountnumber',
    'customer',
    'customername',
    'customernumber',
    'consumername',
    'tariff',
  ],
];

/** Names of columns in files of records, which name accounts instead of meters. */
export const RECORD_FIELDS = ['_id', 'accountid'];

/**
 * Returns the role of a column by its name; undefined: the name is unknown. A number that may be of the meter or the
 * point has the role `meter`.
 */
export function roleOf(label: string): Role | 'point' | undefined {
  const { name, unit } = headerUnit(headerZone(label.replace(/^\uFEFF/, '').trim()).name);
  const plain = plainName(name);
  const match = Object.entries(NAMES).find(([, names]) => names.includes(plain))?.[0];
  if (match === undefined) return unit !== null && isQuantity(name) ? 'value' : undefined;
  // A name with a unit is a quantity: `Day kWh` is not a date.
  if (unit !== null && match !== 'value') return undefined;
  if (match === 'either') return 'meter';
  return ([...ROLES, 'point'] as const).find((role) => role === match);
}

/** Whether a name without its unit is that of a quantity. An empty name is too. */
function isQuantity(name: string): boolean {
  return name.split(' ').every((word) => word === '' || QUANTITY.has(plainName(word)));
}
