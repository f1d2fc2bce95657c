import { Kind, parse, visit, type DocumentNode, type FieldDefinitionNode } from 'graphql';
import { named } from '../data/sdl.js';
import { FIGURES_TYPE, TABLE_TYPE } from './names.js';

/** The arguments of every field of figures. */
const ARGUMENTS = `
  startDate: Date!
  "The last day, inclusive"
  endDate: Date!
  "Time zone of days, hours and daytime; null: UTC"
  timeZone: TimeZone
  granularity: Granularity! = monthly
  source: ConsumptionSource! = "combined"
  "Utility types to add up. They must have the same unit, unless you request only emissions. Null: all"
  accountType: [UtilityType!]
  "Accounts with any of these tags"
  tags: [String!]`;

/** Adds to each type the fields of its interfaces, and to each field of figures its arguments: declarations omit both. */
export function withFigures(document: DocumentNode): DocumentNode {
  const interfaces = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.INTERFACE_TYPE_DEFINITION ? [[node.name.value, node.fields ?? []] as const] : [],
    ),
  );
  return visit(document, {
    ObjectTypeDefinition: (node) => {
      const declared = node.fields ?? [];
      const inherited = (node.interfaces ?? []).flatMap(({ name }) => interfaces.get(name.value) ?? []);
      const missing = inherited.filter(({ name }) => !declared.some((field) => field.name.value === name.value));
      return { ...node, fields: [...missing, ...declared] };
    },
    FieldDefinition: (node) =>
      [FIGURES_TYPE, TABLE_TYPE].includes(named(node.type).name)
        ? { ...node, arguments: [...argumentNodes(ARGUMENTS), ...(node.arguments ?? [])] }
        : undefined,
  });
}

/** Parses arguments in SDL. */
export function argumentNodes(text: string): NonNullable<FieldDefinitionNode['arguments']> {
  const [type] = parse(`type T { f(${text}): Int }`).definitions;
  return type?.kind === Kind.OBJECT_TYPE_DEFINITION ? (type.fields?.[0]?.arguments ?? []) : [];
}
