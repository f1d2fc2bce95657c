import { GRANULARITIES } from '../consumption/periods.js';
import { SOURCES } from '../consumption/question.js';
import { parseDay } from '../values/day.js';
import { parseObjectId } from '../values/objectId.js';
import type { Parsed } from '../values/parsed.js';
import { parseBoolean, parseChoice, parseText } from '../values/scalars.js';
import { UTILITY_TYPES } from '../values/utilityTypes.js';
import { FORMATS } from './format.js';

const FINANCIAL = ['none', 'basic', 'full'];

/** A parameter of /consumption or /emissions. */
export interface FigureParameter {
  readonly meaning: string;
  readonly required?: true;
  readonly fallback?: string | boolean;
  /** A comma list; each item is read. */
  readonly list?: true;
  readonly choices?: readonly string[];
  /** It is no variable of the operation, and only decides {@link CONDITIONS}. */
  readonly onlyDecides?: true;
  readonly read: (text: string) => Parsed<string | boolean>;
}

type FigureParameters = Readonly<Record<string, FigureParameter>>;

const choice = (meaning: string, choices: readonly string[], more: Partial<FigureParameter> = {}): FigureParameter => ({
  meaning,
  choices,
  read: (text) => parseChoice(text, choices),
  ...more,
});
const identifier = (meaning: string): FigureParameter => ({ meaning, read: parseObjectId });
/** What is `true` or `false`, and false unless given. */
export const FLAG_CHOICES: readonly string[] = ['true', 'false'];
const flag = (meaning: string, more: Partial<FigureParameter> = {}): FigureParameter => ({
  meaning,
  read: parseBoolean,
  fallback: false,
  choices: FLAG_CHOICES,
  ...more,
});

/** Contract 4, GET /emissions. */
const COMMON: FigureParameters = {
  startDate: {
    meaning: 'The first day: a date, or a date-time whose day in UTC is taken',
    required: true,
    read: parseDay,
  },
  endDate: {
    meaning: 'The last day included (with END_DATE=exclusive: the day after it)',
    required: true,
    read: parseDay,
  },
  granularity: choice('The length of the periods of `data`; weeks begin on Monday', GRANULARITIES, {
    fallback: 'monthly',
  }),
  source: choice('Where consumption is taken from', Object.keys(SOURCES), { fallback: 'combined' }),
  accountType: choice('Utility types to add up, a comma list', UTILITY_TYPES, { list: true }),
  accountId: identifier('One account'),
  assetId: identifier('One asset'),
  assetGroupId: identifier('One asset group'),
};

/** Old clients send it; it never meant anything here. */
export const IGNORED = 'dataType';

/** The parameters of each endpoint of figures, by operation. */
export const FIGURE_PARAMETERS: Readonly<Record<string, FigureParameters>> = {
  emissions: COMMON,
  consumption: {
    ...COMMON,
    entityId: identifier('One entity'),
    tags: { meaning: 'Accounts with any of these tags, a comma list', list: true, read: parseText },
    emissions: flag('Whether to tell emissions'),
    dayNight: flag('Whether to tell the consumption of day and night'),
    floorArea: flag('Whether to tell floor areas'),
    capacityInfo: flag('Whether to tell demand and capacity'),
    meterUserBreakdown: flag('Whether to tell the consumption of tenants and landlord'),
    showCounts: flag('Whether to count accounts and assets'),
    contractCoverage: flag('Whether to count accounts with and without a supply contract'),
    showSimulated: flag('Whether to tell the consumption of simulated invoices'),
    minimal: flag('Whether `data` has dates and consumption only'),
    detailedSource: flag('Whether to tell the consumption by source', { onlyDecides: true }),
    assetBreakdown: flag('Whether to tell the figures of each asset of `assetGroupId`', { onlyDecides: true }),
    financialInfo: choice('Cost, or cost and rate lines, with `source=invoice`', FINANCIAL, {
      fallback: 'none',
      onlyDecides: true,
    }),
    format: choice('What the answer is written as; of CSV and NDJSON each line is an element of `data`', FORMATS, {
      fallback: 'json',
      onlyDecides: true,
    }),
  },
};

/** A condition on parts of the answer that several parameters decide, or whether one was given. */
interface Condition {
  /** In the words of the parameters. */
  readonly when: string;
  readonly holds: (given: Readonly<Record<string, unknown>>) => boolean;
}

const given = (name: string): Condition => ({ when: `\`${name}\` is given`, holds: (values) => values[name] !== null });

/** Contract 4, conditional top-level fields: variables of the operation beside the parameters. */
export const CONDITIONS: Readonly<Record<string, Condition>> = {
  withAccountId: given('accountId'),
  withAssetId: given('assetId'),
  withAssetGroupId: given('assetGroupId'),
  withEntityId: given('entityId'),
  withBreakdown: {
    when: '`source=combined` or `detailedSource=true`',
    holds: ({ source, detailedSource }) => source === 'combined' || detailedSource === true,
  },
  withCost: {
    when: '`source=invoice` and `financialInfo` is not `none`',
    holds: ({ source, financialInfo }) => source === 'invoice' && financialInfo !== 'none',
  },
  withRates: {
    when: '`source=invoice` and `financialInfo=full`',
    holds: ({ source, financialInfo }) => source === 'invoice' && financialInfo === 'full',
  },
  withAssetGroups: {
    when: '`assetBreakdown=true` and `assetGroupId` is given',
    holds: ({ assetBreakdown, assetGroupId }) => assetBreakdown === true && assetGroupId !== null,
  },
};
