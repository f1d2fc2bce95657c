import { accountArea, addressOf, assetArea } from './areas.js';
import { emissionsOf, missingFactors, usedFactors } from './emissions.js';
import { consumptionOf, costFigures, figures, hasCost, isMissing, type Answer } from './figures.js';
import { computeUsage } from './accountUsage.js';
import { periodsOf, rangeOf, type Period, type Range } from './periods.js';
import { SETTINGS, type Asset, type JsonObject, type Question, type Records, type Settings } from './records.js';
import { roundedBody } from './round.js';
import { scopeOf } from './scope.js';
import { iso } from './time.js';

function answerTo(records: Records, question: Question, range: Range, settings: Settings): Answer {
  const scope = scopeOf(records, question);
  const { source = 'combined' } = question;
  const computed = scope.accounts.map((account) => computeUsage(records, account, range, source, settings));
  return { records, question, settings, scope, computed, range };
}

function factorsUsed({ records, computed, range, settings }: Answer): readonly JsonObject[] {
  return usedFactors(records, computed, range, settings).map((factor) => ({ ...factor }));
}

const bounds = ({ from, to }: Range): { readonly startDate: string; readonly endDate: string } => ({
  startDate: iso(from),
  endDate: iso(to),
});

/** The assets with an element each: those of the group; else those of the entity, and those where it has accounts. */
function breakdownAssets({ records, question }: Answer): readonly Asset[] {
  const { assetGroupId, entityId } = question;
  const assets = records.assets ?? [];
  const members = records.assetGroups?.find(({ _id }) => _id === assetGroupId)?.assetIds ?? [];
  if (assetGroupId !== undefined) return assets.filter(({ _id }) => members.includes(_id));
  const own = (records.accounts ?? []).filter((account) => account.entityId === entityId);
  return assets.filter((asset) => asset.entityId === entityId || own.some(({ assetId }) => assetId === asset._id));
}

/** One element per asset of the group, or else of the entity, by `_id`. */
function assetBreakdown(answer: Answer, range: Range): readonly JsonObject[] {
  const { records, question, settings, computed } = answer;
  const assets = breakdownAssets(answer);
  return assets
    .toSorted((a, b) => (a._id < b._id ? -1 : 1))
    .map((asset) => {
      const own = computed.filter(({ account }) => account.assetId === asset._id);
      return {
        assetId: asset._id,
        siteName: asset.siteName ?? null,
        address: addressOf(asset),
        consumption: consumptionOf(answer, own, range),
        ...(question.emissions === 'true' && { emissions: emissionsOf(records, own, range, settings).total }),
        ...(hasCost(answer) && costFigures(answer, own, range)),
        ...(question.floorArea === 'true' && {
          accountFloorArea: accountArea(own.map(({ account }) => account)),
          assetFloorArea: assetArea(own.length > 0 ? [asset] : []),
        }),
      };
    });
}

/** The body of `GET /2.0/consumption`: slow, and obviously right. The request must be valid, and everything visible. */
export function referenceConsumption(
  records: Records,
  question: Question,
  settings: Partial<Settings> = {},
): JsonObject {
  const all = { ...SETTINGS, ...(question.timeZone !== undefined && { timeZone: question.timeZone }), ...settings };
  const range = rangeOf(question, all);
  const { granularity = 'monthly', accountId, assetId, assetGroupId, entityId } = question;
  const answer = answerTo(records, question, range, all);
  const element = (period: Period): JsonObject =>
    question.minimal === 'true'
      ? { ...bounds(period), consumption: consumptionOf(answer, answer.computed, period) }
      : { date: period.date, ...bounds(period), ...figures(answer, period) };
  return roundedBody({
    ...bounds(range),
    granularity,
    ...(question.timeZone !== undefined && { timeZone: question.timeZone }),
    ...(accountId !== undefined && { accountId }),
    ...(assetId !== undefined && { assetId }),
    ...(assetGroupId !== undefined && { assetGroupId }),
    ...(entityId !== undefined && { entityId }),
    ...figures(answer, range),
    ...(question.emissions === 'true' && { factors: factorsUsed(answer) }),
    ...(question.assetBreakdown === 'true' &&
      (assetGroupId !== undefined || (entityId !== undefined && accountId === undefined && assetId === undefined)) && {
        assetGroups: assetBreakdown(answer, range),
      }),
    data: periodsOf(range, granularity, all.timeZone).map(element),
  });
}

/** The body of `GET /2.0/emissions`. */
export function referenceEmissions(records: Records, question: Question, settings: Partial<Settings> = {}): JsonObject {
  const all = { ...SETTINGS, ...(question.timeZone !== undefined && { timeZone: question.timeZone }), ...settings };
  const range = rangeOf(question, all);
  const { granularity = 'monthly' } = question;
  const answer = answerTo(records, question, range, all);
  const part = (of: Range): JsonObject => ({
    isMissing: isMissing(answer, of),
    emissions: { ...emissionsOf(records, answer.computed, of, all) },
  });
  return roundedBody({
    ...bounds(range),
    granularity,
    ...(question.timeZone !== undefined && { timeZone: question.timeZone }),
    units: 'kgco2e',
    ...part(range),
    missingFactors: missingFactors(records, answer.scope.accounts, all).map((missing) => ({ ...missing })),
    factors: factorsUsed(answer),
    data: periodsOf(range, granularity, all.timeZone).map((period) => ({
      date: period.date,
      ...bounds(period),
      ...part(period),
    })),
  });
}
