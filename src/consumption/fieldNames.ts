/** The fields of figures in the schema: of `Consumption` and the types below it, each name once. */
export const FIGURE_FIELDS = [
  ...(['startDate', 'endDate', 'date', 'granularity', 'timeZone'] as const),
  ...(['accountId', 'assetId', 'assetGroupId', 'entityId'] as const),
  ...(['consumption', 'estimatedConsumption', 'simulatedConsumption', 'units', 'isMissing', 'coverage'] as const),
  ...(['dayConsumption', 'nightConsumption', 'tenantConsumption', 'landlordConsumption'] as const),
  ...(['sources', 'combinedBreakdown', 'hh', 'reading', 'invoice', 'custom'] as const),
  ...(['emissions', 'totalEmissions', 'total', 'scope1', 'scope2', 'scope3'] as const),
  ...(['factors', 'missingFactors', 'set', 'country', 'type', 'year', 'unit', 'source'] as const),
  ...(['maxDemand', 'avgDemand', 'peakLoad', 'peakCapacity', 'avgCapacity'] as const),
  ...(['cost', 'currency', 'costReasons', 'unitCost', 'unitCostReasons', 'rates', 'byName', 'byType'] as const),
  ...(['contractCoverage', 'withContract', 'withoutContract'] as const),
  ...(['accountFloorArea', 'assetFloorArea', 'totalAssetFloorArea', 'accountCount', 'assetCount'] as const),
  ...(['intensity', 'assetGroups', 'siteName', 'address'] as const),
  ...(['data', 'gaps', 'previous', 'yearEarlier'] as const),
  ...(['comparable', 'days', 'accounts', 'current', 'reasons'] as const),
] as const;

/** The name of a field of figures. */
export type FigureField = (typeof FIGURE_FIELDS)[number];

/** The selected fields of figures, by name, each with its selected subfields. */
export type SelectedFields = ReadonlyMap<FigureField, SelectedFields>;

/** The selected subfields of a field of any type, by name. */
export type Selection = ReadonlyMap<string, Selection>;

const NAMES: ReadonlySet<string> = new Set(FIGURE_FIELDS);

/**
 * Returns a selection of figures with typed field names. It omits `__typename`, which clients add to every selection.
 * @throws Error that names a field which {@link FIGURE_FIELDS} lacks
 */
export function selectedFigures(selection: Selection): SelectedFields {
  return new Map(
    [...selection].flatMap(([name, below]) => {
      if (name === '__typename') return [];
      if (!isFigureField(name)) throw new Error(`src/consumption/fieldNames.ts lacks the field ${name}`);
      return [[name, selectedFigures(below)] as const];
    }),
  );
}

/** Returns whether a text is the name of a field of figures. */
export function isFigureField(name: string): name is FigureField {
  return NAMES.has(name);
}
