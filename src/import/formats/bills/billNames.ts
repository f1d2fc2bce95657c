import { headerUnit } from '../headerUnit.js';
import { METER_COLUMNS, plainName } from '../meterColumns.js';

/** The roles that a map can give a column of a table of bills. */
export const BILL_ROLES = [
  ...['number', 'start', 'end', 'period', 'invoiceDate', 'dueDate', 'meter', 'serial', 'reference'],
  ...['value', 'unit', 'net', 'vat', 'ccl', 'unitCost', 'standing', 'total', 'currency', 'supplier', 'status'],
  ...['document', 'charge', 'rate', 'cost', 'startRead', 'endRead', 'startReadType', 'endReadType'],
] as const;
export type BillRole = (typeof BILL_ROLES)[number];

/**
 * A role that a column name implies. `point` and `either` are the other kinds of meter numbers. `due` is a sum to pay,
 * which may contain earlier balances. `aside` marks known irrelevant columns.
 */
export type NamedRole = BillRole | 'point' | 'either' | 'due' | 'aside';

/** Usual names by role, as {@link billName} returns them. */
const NAMES: Readonly<Record<NamedRole, readonly string[]>> = {
  number: names(
    'invoice invoiceno invoicenr invoicenum invoicenumber invoiceid invoiceref invoicereference invno invnumber inv',
    'bill billno billnr billnum billnumber billid billref billreference statementno statementnumber documentno documentnumber',
    'rechnung rechnungsnummer rechnungsnr rechnungnr rechnungno belegnummer abrechnungsnummer',
    'facture nfacture nofacture numerofacture numerodefacture numfacture factura nfactura numerofactura numerodefactura',
    'fattura nfattura numerofattura numerobolletta factuur factuurnummer factuurnr fatura numerofatura fakturanr fakturanummer laskunumero',
  ),
  start: names(
    'start startdate periodstart periodstartdate from fromdate datefrom periodfrom billfrom billstart billstartdate billingstart billingstartdate',
    'servicefrom servicefromdate servicestart servicestartdate serviceperiodstart billingfrom billingperiodstart billingperiodfrom billperiodstart billperiodfrom invoicefrom invoicestart invoiceperiodstart supplyfrom chargefrom consumptionfrom consumptionstart',
    'von ab beginn zeitraumvon abrechnungvon abrechnungszeitraumvon verbrauchvon lieferzeitraumvon',
    'du debut datedebut datededebut debutperiode desde inicio fechainicio fechadesde dal datainizio inizio periododal van vanaf begindatum',
  ),
  end: names(
    'end enddate periodend periodenddate to todate dateto periodto billto billend billenddate billingend billingenddate',
    'serviceto servicetodate serviceend serviceenddate serviceperiodend billingto billingperiodend billingperiodto billperiodend billperiodto invoiceto invoiceend invoiceperiodend supplyto chargeto consumptionto consumptionend',
    'bis ende zeitraumbis abrechnungbis abrechnungszeitraumbis verbrauchbis lieferzeitraumbis',
    'au fin datefin datedefin finperiode hasta fechafin fechahasta al datafine fine periodoal tot totenmet einddatum',
  ),
  period: names(
    'period serviceperiod billingperiod billperiod invoiceperiod supplyperiod consumptionperiod chargeperiod zeitraum abrechnungszeitraum lieferzeitraum',
    'verbrauchszeitraum periode periodefacturee periodo periododifatturazione periodofacturacion factuurperiode',
  ),
  invoiceDate: names(
    'invoicedate invdate dateofinvoice billdate dateofbill billingdate statementdate taxpoint taxpointdate issuedate dateissued issued',
    'documentdate rechnungsdatum belegdatum datefacture datedefacture datedelafacture fechafactura fechadefactura datafattura datafatura factuurdatum fakturadatum',
  ),
  dueDate: names(
    'duedate invoiceduedate paymentdue paymentduedate dateduedate faelligkeit falligkeit falligam zahlbarbis echeance datedecheance',
    'fechavencimiento scadenza datascadenza vervaldatum',
  ),
  meter: [],
  point: METER_COLUMNS.point,
  serial: METER_COLUMNS.serial,
  either: [...METER_COLUMNS.either, 'zahler', 'compteur', 'contador', 'contatore'],
  reference: names(
    'acct acctno acctnumber account accountno accountnr accountnum accountnumber accountref accountreference supplieraccount supplieraccountnumber supplieraccountno',
    'customeraccount customeraccountnumber customerno customernumber customerref customerreference supplierref supplierreference contractaccount',
    'contractnumber kundennummer kundennr vertragskonto vertragskontonummer vertragsnummer vertragsnr numeroclient refclient referenceclient',
    'numerodecontrat numerocliente contrato numerodecontrato codicecliente numerocontratto klantnummer contractnummer',
  ),
  value: names(
    'usage consumption quantity units unitsused unitsbilled totalunits totalusage totalconsumption energy volume kwh billedunits',
    'verbrauch menge energiemenge consommation quantite consumo cantidad quantita verbruik hoeveelheid',
  ),
  unit: METER_COLUMNS.unit,
  net: names(
    'net netamount nettotal netcost nettotalcost netvalue netcharge netcharges amountexvat amountexclvat amountexcludingvat totalexvat totalexclvat',
    'totalexcludingvat totalbeforevat totalbeforetax subtotal exvat netto nettobetrag nettosumme betragnetto ht montantht totalht',
    'importeneto baseimponible imponibile importonetto totalenetto nettobedrag bedragexclbtw totaalexclbtw',
  ),
  vat: names(
    'vat vatamount vatcost vatcharge totalvat totaltax tax taxamount gst gstamount salestax taxes totaltaxes mwst mwstbetrag ust ustbetrag umsatzsteuer mehrwertsteuer',
    'steuer steuerbetrag tva montanttva iva importeiva importoiva btw btwbedrag moms',
  ),
  ccl: names('ccl cclamount cclcost cclcharge totalccl climatechangelevy'),
  unitCost: names(
    'unitcharges unitcost energycost energycharge energycharges usagecharge usagecharges consumptioncharge totalunitcost',
  ),
  standing: [],
  total: names(
    'total totalamount totalcost totalcharge totalcharges totalvalue totalinvoice invoicetotal invoiceamount invoicevalue billtotal billamount',
    'currentcharges totalcurrentcharges newcharges totalnewcharges gross grossamount grosstotal grosscost grossvalue totalinclvat totalincvat totalincludingvat amountincvat amountinclvat',
    'brutto bruttobetrag bruttosumme betragbrutto gesamt gesamtbetrag rechnungsbetrag endbetrag ttc montantttc totalttc importetotal totalfactura',
    'totale importototale totalefattura totaal totaalbedrag bedraginclbtw totaalinclbtw',
  ),
  due: names('amountdue totaldue balancedue totalpayable amountpayable totalamountdue totalamountpayable'),
  currency: names('currency currencycode ccy wahrung devise monnaie moneda divisa valuta'),
  supplier: names(
    'supplier suppliername vendor vendorname utility utilityname provider providername energysupplier lieferant versorger energieversorger',
    'fournisseur proveedor comercializadora fornitore leverancier',
  ),
  status: names('status invoicestatus billstatus paymentstatus rechnungsstatus statut estado stato'),
  document: names(
    'documenttype doctype invoicetype billtype transactiontype belegart rechnungsart rechnungstyp typedefacture tipofactura tipodocumento',
  ),
  charge: names(
    'chargetype chargename chargedescription charge description linedescription line lineitem ratename ratedescription component item tariffcomponent',
    'position bezeichnung beschreibung preisbestandteil libelle designation poste concepto descripcion descrizione voce omschrijving',
  ),
  rate: names(
    'rate unitrate unitprice price tariffrate preis arbeitspreis einzelpreis prixunitaire prix precio preciounitario prezzo prezzounitario prijs tarief',
  ),
  cost: names(
    'cost amount charges lineamount linetotal linecost betrag kosten summe montant cout importe importo costo bedrag',
  ),
  startRead: names(
    'startread startreading previousmeterreading previousread previousreading openingread openingreading anfangsstand zahlerstandalt standalt',
  ),
  endRead: names(
    'endread endreading presentmeterreading presentreading presentread currentmeterreading currentread currentreading closingread closingreading latestread endstand zahlerstandneu standneu',
  ),
  startReadType: names('startreadtype previousreadtype openingreadtype'),
  endReadType: names('endreadtype presentreadtype currentreadtype closingreadtype readtype readingtype ableseart'),
  aside: names(
    'site sitename sitecode siteid name address addressline1 postcode company companyname notes comment comments customer customername consumername',
    'supplyaddress tariff tariffname days noofdays numberofdays billeddays type fueltype utilitytype fuel vatrate vatpercent vatcode mwstsatz',
  ),
};

const ROLE_OF: ReadonlyMap<string, NamedRole> = new Map(
  (Object.keys(NAMES) as readonly NamedRole[]).flatMap((role) => NAMES[role].map((name) => [name, role] as const)),
);

/** Currency signs and codes in a name: `Total (£)`, `Betrag in EUR`. */
const CURRENCY = /[£€$¥]|\b(?:gbp|eur|usd|aud|nzd|cad|chf|sek|nok|dkk|pln|czk)\b/gi;

/** Suffixes for hundredths of a currency: `Total (p)`, `Net pence`. */
const HUNDREDTHS = /[([]\s*(?:in\s+)?(?:p|pence|ct|cts|cents?|¢)\s*[)\]]|\b(?:in\s+)?(?:pence|cents?)\s*$/iu;

/** Whether the sums of a column are in pence or cents. A price such as `p/kWh` is not a sum. */
export function isInHundredths(label: string): boolean {
  return HUNDREDTHS.test(label) && !/\/|\bper\b/i.test(label);
}

/** A sum with or without its tax: `Total inc GST`, `Amount excluding tax`. */
const TAXED =
  /^(?:total|amount|charges?|cost|value|(?:total|invoice|bill)(?:amount|cost|charges?|total|value))(?:(inc|incl|including|with)|ex|excl|excluding|before|without)(?:vat|gst|tax|taxes|mwst)$/;

/** Words before or after the unit of a quantity: `kWh Used`, `Billed kWh`, `Import kWh`. */
const QUANTITY = /^(?:used|billed|import|imported|delivered|charged|electricity|gas|water)$/;

/** Returns a column name without its unit, currency and brackets, in plain form. */
function billName(label: string): string {
  const { name, unit } = headerUnit(label);
  const plain = (unit === null ? label.replace(HUNDREDTHS, ' ') : name)
    .replace(CURRENCY, ' ')
    .replace(/\b(?:in|en)\s*[)\]]?\s*$/i, ' ');
  return plainName(plain.replace(/[()[\]{},#*]/g, ' '));
}

/** The unit of a price at the end of a name: `Rate (p)`, `Unit price p/kWh`, `Arbeitspreis (ct/kWh)`. */
const PRICE_UNIT =
  /[\s([]+(?:p|pence|ct|cents?|[£€$])?\s*(?:(?:\/|per|pro)\s*(?:kwh|mwh|units?|m3|m³|day|tag|jour))?\s*[)\]]?\s*$/iu;

/**
 * Returns the role of a column of bills by its name; undefined: the name is unknown.
 * @param label as the file has it; a unit or a currency in it has no influence
 */
export function billRole(label: string): NamedRole | undefined {
  const name = billName(label);
  const { unit } = headerUnit(label);
  if (name === '') return unit === null ? undefined : 'value';
  if (ROLE_OF.get(billName(label.replace(PRICE_UNIT, ''))) === 'rate') return 'rate';
  const role = ROLE_OF.get(name);
  // A column with a unit is a quantity: `Total kWh`, `Units (kWh)`.
  if (unit === null) return role ?? taxedRole(name);
  if (role === undefined && QUANTITY.test(name)) return 'value';
  return role === 'value' || role === 'total' || role === 'unit' || role === 'either' ? 'value' : undefined;
}

function taxedRole(name: string): NamedRole | undefined {
  const [match, included] = TAXED.exec(name) ?? [];
  return match === undefined ? undefined : included === undefined ? 'net' : 'total';
}

/** Returns the currency that a text names, in lower case; `$`: any dollar; null: none. */
export function currencyIn(text: string): string | null {
  const [sign] = text.match(CURRENCY) ?? [];
  if (sign === undefined) return null;
  return SIGNS[sign] ?? sign.toLowerCase();
}

const SIGNS: Readonly<Record<string, string>> = { '£': 'gbp', '€': 'eur', $: '$', '¥': 'jpy' };

function names(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(' '));
}

/** Whether a key of a map names a column of bills. */
export function isBillKey(key: string): boolean {
  return BILL_ROLES.some((role) => role === key);
}

/** Keys that maps of intervals and of bills share. */
const SHARED: readonly string[] = ['start', 'end', 'period', 'meter', 'serial', 'value', 'unit'];

/** Whether a map describes bills: it names a column that only bills have, or states the rule for last dates. */
export function isBillMap(
  map: { readonly columns: Readonly<Record<string, unknown>>; readonly ends?: unknown } | null,
): boolean {
  if (map === null) return false;
  return map.ends !== undefined || Object.keys(map.columns).some((key) => isBillKey(key) && !SHARED.includes(key));
}
