import type { ReactElement } from 'react';
import { formatMoney } from '../format/money.js';
import { formatChange, formatNumber, formatWithUnit, NONE } from '../format/numbers.js';
import { useBillCheck, type BillCheckQuery } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import type { TableRow } from '../parts/table.js';
import { texts } from '../texts/texts.js';
import { sumSides } from './sumSides.js';

type Invoice = NonNullable<BillCheckQuery['invoice']>;
type Check = NonNullable<Invoice['check']>;

/** Decimals of a rate. */
const RATE_DIGITS = 6;

/** Compares a bill with its meter, with its parts and with the bill before. */
export function BillChecks({ bill: id }: { readonly bill: string }): ReactElement {
  const words = texts().bill;
  const query = useBillCheck({ id }, { select: ({ invoice }) => invoice });
  return (
    <Card title={words.check} about={words.checkAbout} wide>
      <Answer query={query}>
        {(invoice) =>
          !invoice?.check ? (
            <p className="empty">{words.noCheck}</p>
          ) : (
            <Figure
              name={words.check}
              table={{
                columns: [
                  { name: words.checked, as: 'text' },
                  { name: words.result, as: 'text' },
                  { name: words.onBill, as: 'text' },
                  { name: words.comparedWith, as: 'text' },
                  { name: words.difference, as: 'text' },
                  { name: words.note, as: 'text' },
                ],
                rows: rowsOf(invoice.check, invoice.currency),
              }}
            />
          )
        }
      </Answer>
    </Card>
  );
}

function rowsOf(
  { quantity, sum, rates, lines, price, tax }: Check,
  currency: Invoice['currency'],
): readonly TableRow[] {
  const { parts, results } = texts().bill;
  const money = (amount: number | null, most?: number): string => formatMoney(amount, currency, most);
  const row = (
    id: keyof typeof parts,
    { result, reason }: { readonly result: keyof typeof results; readonly reason: string | null },
    [billValue, comparedValue, difference]: readonly [billValue: string, comparedValue: string, difference: string],
    note = '',
  ): TableRow => ({
    id,
    cells: [parts[id], results[result], billValue, comparedValue, difference, reasonText(reason) ?? note],
  });
  const { billed, parts: added, compares } = sumSides(sum);
  const before = texts().bill.billBefore;
  return [
    ...(quantity === null
      ? []
      : [
          row(
            'quantity',
            quantity,
            [
              formatWithUnit(quantity.billed, quantity.units, 3),
              formatWithUnit(quantity.metered, quantity.units, 3),
              percent(quantity.percent),
            ],
            texts().bill.metered,
          ),
        ]),
    row('sum', sum, [money(billed), money(added), money(sum.difference)], texts().bill.sums[compares]),
    ...(rates.rates.length === 0 ? [row('rates', rates, [NONE, NONE, NONE])] : []),
    ...rates.rates.map((rate, index) => ({
      ...row('rates', { result: rate.result, reason: null }, [
        money(rate.unitRate, RATE_DIGITS),
        money(rate.unitRateBefore, RATE_DIGITS),
        percent(rate.percent),
      ]),
      id: `rate ${index}`,
      cells: [
        `${parts.rates}: ${rate.rateName}`,
        results[rate.result],
        money(rate.unitRate, RATE_DIGITS),
        money(rate.unitRateBefore, RATE_DIGITS),
        percent(rate.percent),
        before,
      ],
    })),
    row('lines', lines, [NONE, NONE, NONE], texts().bill.linesNote),
    row(
      'price',
      price,
      [money(price.price, RATE_DIGITS), money(price.priceBefore, RATE_DIGITS), percent(price.percent)],
      before,
    ),
    row('tax', tax, [inPercent(tax.percent), inPercent(tax.percentBefore), NONE], before),
  ];
}

/** Formats a change in percent with its sign. */
const percent = (value: number | null): string => (value === null ? NONE : formatChange(value / 100));
const inPercent = (value: number | null): string =>
  value === null ? NONE : texts().units.percent(formatNumber(value, 2));

/**
 * Returns the sentence for a reason why a part is not checked. For an unknown reason of a newer service it returns the
 * reason itself.
 */
function reasonText(reason: string | null): string | null {
  if (reason === null) return null;
  const words: Readonly<Record<string, string>> = texts().bill.reasons;
  return words[reason] ?? reason;
}
