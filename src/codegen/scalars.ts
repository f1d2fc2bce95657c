/** The TypeScript types of the scalars in JSON. */
export const SCALARS: Readonly<Record<string, string>> = {
  Timestamp: 'string',
  Sort: 'string',
  OccupationStatus: 'string',
  FinancialStatus: 'string',
  FindingKind: 'string',
  ReadingSource: 'string',
  ConsumptionSource: 'string',
  CheckReason: 'string',
  DeletedResource: 'string',
  Date: 'string',
  TimeZone: 'string',
  Figure: 'number',
  RateTable: 'Record<string, unknown>',
};
