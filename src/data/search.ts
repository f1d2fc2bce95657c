import type { Access, Column, Resource } from './resource.js';
import { accessSql } from './access.js';
import { identifierSql, join, type Sql, sql } from './sql.js';

/** Words that must each be found somewhere in a record, or in a record linked to it. */
export interface Search {
  readonly words: readonly string[];
  /** Texts of the record itself. */
  readonly columns: readonly Column[];
  /** Texts of records that hold its `_id` in `belongsTo`; only those that the viewer may see are looked at. */
  readonly linked: readonly {
    readonly resource: Resource;
    readonly belongsTo: Column;
    readonly columns: readonly Column[];
  }[];
}

/**
 * A search over the row `t`. It takes no pattern, so no character stands for others, and no index: it reads the texts of
 * what the viewer may see, 10,000 sites in some 30 ms. Linked records are looked through once for a word, and not for each
 * row. A word never reaches from one text into the next, as it has no white space in it.
 */
export function searchSql({ words, columns, linked }: Search, access: Access): Sql {
  const found = words.map((word) => {
    const places = [
      holds(columns, word),
      ...linked.map(({ resource, belongsTo, columns: texts }) => {
        const condition = join([accessSql(resource, access), holds(texts, word)], ' and ');
        const own = sql`t.${identifierSql(belongsTo.name)}`;
        // The inner `t` hides the outer one; a null among its identifiers would hide nothing from `in`, but costs a look.
        return sql`t._id in (
          select ${own} from ${identifierSql(resource.table)} t where ${own} is not null and ${condition})`;
      }),
    ];
    const any = join(places, ' or ');
    return sql`(${any})`;
  });
  return join(found, ' and ');
}

/** Whether any of some texts holds a word. */
function holds(columns: readonly Column[], word: string): Sql {
  const texts = join(
    columns.map(({ name }) => sql`t.${identifierSql(name)}`),
    ', ',
  );
  return sql`strpos(${folded(sql`concat_ws(e'\\n', ${texts})`)}, ${folded(sql`${word}::text`)}) > 0`;
}

/**
 * A text without the difference of small and capital letters, of any script. Both engines have ICU's rules; the columns' own
 * collation, `C`, knows ASCII alone. Capitals, as a small sigma has two forms, and ß is SS.
 */
function folded(expression: Sql): Sql {
  return sql`upper(${expression} collate "und-x-icu") collate "C"`;
}
