import { useMemo, type ReactElement } from 'react';
import { drawMonths } from '../charts/drawMonths.js';
import { countDays } from '../format/days.js';
import { formatPeriod, periodOf } from '../format/periods.js';
import { capital } from '../format/words.js';
import { useHalfHours, useTargetFigures } from '../generated/operations.js';
import { Answer } from '../parts/Answer.js';
import { Card } from '../parts/Card.js';
import { Figure } from '../parts/Figure.js';
import { SceneContext, sceneOf, useScene } from '../state/scene.js';
import { texts } from '../texts/texts.js';
import { clockOf } from '../target/clock.js';
import { series, unitOf, type Figures } from '../target/figures.js';
import { HeatMap } from '../target/HeatMap.js';
import { chartsOf, MAX_DRAWN_DAYS } from './chartsOf.js';
import type { OneFinding } from './oneFinding.js';

/** A finding about bills shows their cost. */
const isOfBills = (kind: string): boolean => kind.startsWith('bill-');

/** Shows the account's half-hours around a finding, or its months if it has no half-hours, with the finding's time outlined. */
export function FindingChart({ finding }: { readonly finding: OneFinding }): ReactElement | null {
  const { address, catalogue } = useScene();
  const { account } = finding;
  const ofBills = isOfBills(finding.kind);
  const scene = useMemo(() => {
    const [from, to] = [finding.startDate, new Date(Date.parse(finding.endDate) - 1).toISOString()];
    const years = periodOf(`${from.slice(0, 4)}-01-01`, `${to.slice(0, 4)}-12-31`).id;
    const charts = chartsOf(finding);
    const measure = ofBills ? 'cost' : null;
    const changed = ofBills ? { ...charts, period: years, by: 'month', measure } : charts;
    const chartScene = sceneOf({ ...address, ...changed, compare: 'none' }, catalogue);
    return account === null
      ? chartScene
      : { ...chartScene, variables: { ...chartScene.variables, types: [account.type] } };
  }, [address, catalogue, finding, ofBills, account]);
  if (account === null) return null;
  return (
    <SceneContext value={scene}>
      {ofBills ? <Months finding={finding} /> : <HalfHours finding={finding} />}
    </SceneContext>
  );
}

function HalfHours({ finding }: { readonly finding: OneFinding }): ReactElement {
  const { variables, period } = useScene();
  const clock = clockOf(finding.asset?.timeZone ?? null, period);
  const isDrawn = countDays(period.from, period.to) <= MAX_DRAWN_DAYS;
  const { startDate, endDate, types } = variables;
  const { accountId } = finding;
  const query = useHalfHours(
    { accountId, startDate, endDate, types, timeZone: clock.timeZone },
    { enabled: isDrawn, select: ({ consumption }) => consumption },
  );
  const { shape } = texts();
  if (!isDrawn || query.data?.coverage === null || query.data?.coverage === 0) return <Months finding={finding} />;
  return (
    <Card title={shape.halfHours} about={`${formatPeriod(period)}. ${shape.halfHoursAbout(clock.words)}`} wide>
      <Answer query={query}>{(halfHours) => <HeatMap halfHours={halfHours} outlinedFinding={finding} />}</Answer>
    </Card>
  );
}

function Months({ finding }: { readonly finding: OneFinding }): ReactElement {
  const { variables, period, measure, step } = useScene();
  const { accountId } = finding;
  const query = useTargetFigures({ ...variables, accountId });
  const { by, stepBegins } = texts().figures;
  return (
    <Card title={by(measure, step)} about={`${formatPeriod(period)}. ${stepBegins[step]}`} wide>
      <Answer query={query}>{(figures) => <Bars figures={figures} finding={finding} />}</Answer>
    </Card>
  );
}

function Bars({ figures, finding }: { readonly figures: Figures; readonly finding: OneFinding }): ReactElement {
  const { measure, period, step } = useScene();
  const { figures: words, finding: findingWords, measures, charts, steps, types } = texts();
  const { account, startDate, endDate } = finding;
  const bars = useMemo(() => {
    const unit = unitOf(figures, measure);
    const values = series(figures, measure, 'now');
    const dates = figures.now?.data.map(({ date }) => date) ?? [];
    const name = capital(account === null ? measures[measure] : types[account.type]);
    const outlined = new Set(dates.flatMap((date, index) => (touches(date, startDate, endDate) ? [index] : [])));
    const stack = { name, values, colour: account === null ? accent : colourOf(account.type) };
    return {
      isEmpty: values.every((value) => value === null),
      draw: drawMonths({ dates, unit, stacks: [stack], outlined }),
      table: {
        columns: [
          { name: capital(steps[step]), as: 'label' },
          { name, unit, as: 'number', digits: measure === 'cost' ? 2 : 1 },
        ],
        rows: dates.map((date, index) => ({ id: date, cells: [date, values[index] ?? null] })),
      } as const,
    };
  }, [figures, measure, account, measures, types, steps, step, startDate, endDate]);
  if (bars.isEmpty) return <p className="empty">{words.none(measures[measure], formatPeriod(period))}</p>;
  return (
    <>
      <Figure
        name={words.by(measure, step)}
        draw={bars.draw}
        table={bars.table}
        alt={`${findingWords.barsAlt(measures[measure], formatPeriod(period))} ${charts.buttonTable}`}
      />
      <p className="about">
        <span className="key-finding" /> {texts().shape.keyFinding}
      </p>
    </>
  );
}

type Colour = Parameters<typeof drawMonths>[0]['stacks'][number]['colour'];
const accent: Colour = (colours) => colours.accent;
const colourOf =
  (type: NonNullable<OneFinding['account']>['type']): Colour =>
  (colours) =>
    colours.types[type];

/** Returns whether a month (`2022-06`) or a day (`2022-06-01`) has a part of a time. */
function touches(label: string, startDate: string, endDate: string): boolean {
  const last = new Date(Date.parse(endDate) - 1).toISOString();
  return label >= startDate.slice(0, label.length) && label <= last.slice(0, label.length);
}
