import type { ReactElement } from 'react';
import { formatMoney, symbolOf } from '../format/money.js';
import { formatChange, formatFigure } from '../format/numbers.js';
import { formatUnit } from '../format/units.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { withoutEmptyColumns } from '../parts/table.js';
import { Fact } from '../parts/Tile.js';
import { useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { currencyOf, factsOf, zoneOf } from './facts.js';
import type { OneFinding } from './oneFinding.js';
import { unitOfFinding } from './useSentence.js';

/** Shows the evidence of a finding: its quantity, cost and share, and each fact with its value. */
export function Evidence({ finding }: { readonly finding: OneFinding }): ReactElement {
  const { catalogue } = useScene();
  const { columns, finding: words } = texts();
  const unit = unitOfFinding(finding, catalogue);
  const { days } = factsOf(finding, unit);
  const { quantity, cost, share, evidence } = finding;
  const names: Readonly<Record<string, string>> = words.facts;
  return (
    <Card title={words.evidence} about={words.evidenceAbout} wide>
      <dl className="tiles plain">
        <Fact name={words.days} value={days} />
        {quantity !== null && <Fact name={words.quantity} value={`${formatFigure(quantity)} ${unit ?? ''}`} />}
        {cost !== null && <Fact name={columns.cost} value={formatMoney(cost, currencyOf(finding))} />}
        {share !== null && <Fact name={words.share} value={formatChange(share)} />}
      </dl>
      {evidence.length > 0 && (
        <Figure
          name={words.evidence}
          table={withoutEmptyColumns({
            columns: [
              { name: words.fact, as: 'text' },
              { name: words.value, as: 'number', digits: 6 },
              { name: columns.unit, as: 'unit' },
              { name: columns.from, as: 'moment' },
              { name: columns.to, as: 'moment' },
            ],
            rows: evidence.map((fact, index) => ({
              id: String(index),
              timeZone: zoneOf(finding, fact),
              cells: [
                names[fact.name] ?? fact.name,
                fact.value ?? textOf(fact),
                fact.value === null ? null : unitOf(finding, fact, unit),
                fact.startDate,
                fact.endDate,
              ],
            })),
          })}
        />
      )}
    </Card>
  );
}

type Fact = OneFinding['evidence'][number];

/** Returns the text of a fact, in the reader's language if the texts are a closed list. */
function textOf({ name, text }: Fact): string | null {
  if (name === 'lineUnits' && text !== null) return formatUnit(text);
  const faults: Readonly<Record<string, string>> = texts().finding.faults;
  return name === 'fault' && text !== null ? (faults[text] ?? text) : text;
}

const MONEY = ['difference', 'net', 'tax', 'total', 'lines', 'unitRate', 'expected'];
const RATES = ['before', 'after'];
const OWN_QUANTITY = ['value', 'usual', 'before', 'after', 'yearBefore', 'billed', 'metered'];

/** Returns the unit of a fact's value; null for a number without one. */
function unitOf(finding: OneFinding, { name, units }: Fact, unit: string | null): string | null {
  const { kind } = finding;
  const { units: words, finding: findingWords } = texts();
  const money = symbolOf(currencyOf(finding)) || null;
  if (name === 'hours') return words.hours;
  if (name === 'days') return findingWords.daysUnit;
  if (kind === 'bill-tax-differs') return '%';
  if (MONEY.includes(name) || (kind === 'bill-line-differs' && name === 'billed')) return money;
  if (kind === 'bill-rate-changed' && RATES.includes(name)) {
    return money === null || units === null ? money : words.per(money, units);
  }
  if (kind === 'bill-price-changed' && RATES.includes(name)) {
    return money === null || unit === null ? money : words.per(money, unit);
  }
  if (kind.startsWith('register-') && name !== 'usual') return units;
  return units ?? (OWN_QUANTITY.includes(name) ? unit : null);
}
