import type { GraphQLObjectType } from 'graphql';

/** New names for types whose GraphQL name is that of an answer: `Emissions` is the answer of /emissions. */
const TYPES: Readonly<Record<string, string>> = {
  Emissions: 'EmissionsByScope',
  FindingPage: 'InvoiceFindings',
  InvoiceCheck: 'InvoiceChecks',
};

/** Objects that have only some fields of their type, by answer and path. The contract lets lists carry a subset. */
const PARTS: Readonly<Record<string, string>> = {
  'Accounts.data': 'AccountSummary',
  'Assets.data': 'AssetSummary',
  'Emissions.data': 'EmissionsPeriod',
  'InvoiceCheck.values': 'InvoiceCheckValues',
  'InvoiceCheck.findings.data': 'FindingSummary',
  'Invoices.data': 'InvoiceSummary',
  'Invoices.data.rates': 'RateLineSummary',
  'Invoices.data.values': 'InvoiceValuesSummary',
};

/**
 * Returns the name and description of an object in an answer. Objects of the same GraphQL type have its name, unless
 * they have only some of its fields.
 * @param answer the name of the answer
 * @param path the path of the object in the answer
 */
export function schemaName(
  answer: string,
  path: string,
  type: GraphQLObjectType,
): { readonly name: string; readonly description: string } {
  const typeName = TYPES[type.name] ?? type.name;
  const part = PARTS[`${answer}.${path}`];
  const meaning = type.description ?? '';
  if (part === undefined) return { name: typeName, description: meaning };
  return { name: part, description: `${meaning} Has some fields of \`${typeName}\`.`.trimStart() };
}
