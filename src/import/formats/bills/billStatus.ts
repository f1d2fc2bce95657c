import { plainName } from '../meterColumns.js';

/** The fields of an invoice that a status word of a supplier implies. */
type StatusFields = Readonly<Record<string, unknown>>;

const PAID: StatusFields = { financialStatus: 'paid', isPaid: true };
const OPEN: StatusFields = { isPaid: false };

/** Status words of suppliers, as {@link plainName} returns them, and those of the contract. */
const WORDS: Readonly<Record<string, StatusFields>> = {
  ...entries('paid settled closed bezahlt beglichen paye payee reglee pagada pagado pagata pagato betaald', PAID),
  ...entries(
    'unpaid open due outstanding overdue issued sent new offen unbezahlt impayee pendiente dapagare openstaand',
    OPEN,
  ),
  ...entries('approved genehmigt', { financialStatus: 'approved' }),
  ...entries('notapproved rejected disputed', { financialStatus: 'not-approved' }),
  ...Object.fromEntries(
    ['processing', 'pending', 'uploading', 'queued', 'captured', 'error', 'completed'].map((status) => [
      status,
      { status },
    ]),
  ),
};

/** Returns the fields that a status word implies; null: the word is unknown. */
export function statusFields(text: string): StatusFields | null {
  return text === '' ? {} : (WORDS[plainName(text)] ?? null);
}

/** The words that a message lists. */
export const STATUS_WORDS = 'paid, unpaid, open, overdue, approved, disputed, captured, completed, pending or error';

const CREDIT =
  /credit|gutschrift|storno|avoir|nota de (?:abono|cr[eé]dito)|abono|rectificativa|nota di credito|creditnota|reversal|refund|cancellation|^(?:cr|crn|cn|c\/n)$/i;
const REBILL = /re-?bill|re-?issue|replacement|correct(?:ed|ion)|amended|revised|korrektur|berichtig/i;
/** Payments, and bills in advance, whose amounts a final bill repeats. */
const NO_COST =
  /payment|receipt|pro-?\s?forma|advance|reminder|\bbalance\b|abschlag|vorauszahlung|zahlung|mahnung|acompte|anticipo|pago\b|betaling|voorschot/i;
const DOCUMENT = /invoice|\bbill\b|^inv\b|rechnung|facture|factura|fattura|factuur/i;

/** Whether the type of a document is a credit note. */
export function isCreditNote(text: string): boolean {
  return CREDIT.test(text);
}

/** Whether the type of a document says that it replaces a bill. It may have the number of the replaced bill. */
export function isRebill(text: string): boolean {
  return REBILL.test(text) && !isCreditNote(text);
}

/** Whether a document is a payment or a bill in advance, by its type. Then it is not a cost of its days. */
export function isNoCost(text: string): boolean {
  return NO_COST.test(text) && !isCreditNote(text);
}

/** Whether a text is a type of document. The column may also hold types of meters. */
export function isDocument(text: string): boolean {
  return DOCUMENT.test(text) || isCreditNote(text) || isNoCost(text) || isRebill(text);
}

function entries(words: string, fields: StatusFields): Readonly<Record<string, StatusFields>> {
  return Object.fromEntries(words.split(' ').map((word) => [word, fields]));
}
