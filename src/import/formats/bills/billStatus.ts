import { plainName } from '../meterColumns.js';

/** The fields of an invoice that a supplier's word for its state gives. */
type StatusFields = Readonly<Record<string, unknown>>;

const PAID: StatusFields = { financialStatus: 'paid', isPaid: true };
const OPEN: StatusFields = { isPaid: false };

/** Words of suppliers, as plainName gives them, and the contract's own. */
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

/** Returns the fields that a state gives an invoice; null: the word is not known. */
export function statusFields(text: string): StatusFields | null {
  return text === '' ? {} : (WORDS[plainName(text)] ?? null);
}

/** The words that a message lists. */
export const STATUS_WORDS = 'paid, unpaid, open, overdue, approved, disputed, captured, completed, pending or error';

const CREDIT =
  /credit|gutschrift|storno|avoir|nota de (?:abono|cr[eé]dito)|abono|rectificativa|nota di credito|creditnota|reversal|refund|cancellation/i;

/** Whether the type of a document says that it takes money back. */
export function isCreditNote(text: string): boolean {
  return CREDIT.test(text);
}

function entries(words: string, fields: StatusFields): Readonly<Record<string, StatusFields>> {
  return Object.fromEntries(words.split(' ').map((word) => [word, fields]));
}
