import { Kind, parse, visit, type DocumentNode, type FieldDefinitionNode } from 'graphql';
import { named } from '../data/sdl.js';
import { FIGURES_TYPE, TABLE_TYPE } from './names.js';

/** What every question about figures may say. */
const ARGUMENTS = `
  startDate: Date!
  "The last day included"
  endDate: Date!
  "Time zone of days, hours and daytime; null: UTC"
  timeZone: TimeZone
  granularity: Granularity! = monthly
  source: ConsumptionSource! = "combined"
  "Utility types to add up. They must have the same unit, unless you request only emissions. Null: all"
  accountType: [UtilityType!]
  "Accounts with any of these tags"
  tags: [String!]`;

/** Says what types of figures leave out: the fields of their interface, and the arguments of a field of figures. */
export function withFigures(document: DocumentNode): DocumentNode {
  const interfaces = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.INTERFACE_TYPE_DEFINITION ? [[node.name.value, node.fields ?? []] as const] : [],
    ),
  );
  return visit(document, {
    ObjectTypeDefinition: (node) => {
      const own = node.fields ?? [];
      const inherited = (node.interfaces ?? []).flatMap(({ name }) => interfaces.get(name.value) ?? []);
      const missing = inherited.filter(({ name }) => !own.some((field) => field.name.value === name.value));
      return { ...node, fields: [...missing, ...own] };
    },
    FieldDefinition: (node) =>
      [FIGURES_TYPE, TABLE_TYPE].includes(named(node.type).name)
        ? { ...node, arguments: [...argumentNodes(ARGUMENTS), ...(node.arguments ?? [])] }
        : undefined,
  });
}

/** Arguments as SDL writes them. */
export function argumentNodes(text: string): NonNullable<FieldDefinitionNode['arguments']> {
  const [type] = parse(`type T { f(${text}): Int }`).definitions;
  return type?.kind === Kind.OBJECT_TYPE_DEFINITION ? (type.fields?.[0]?.arguments ?? []) : [];
}
