import type { Access, Column, Resource } from './resource.js';
import { accessSql } from './access.js';
import { identifierSql, join, type Sql, sql } from '../db/sql.js';

/** Words that must all occur in a record or in a record linked to it. */
export interface Search {
  readonly words: readonly string[];
  /** The text columns of the record itself. */
  readonly columns: readonly Column[];
  /** The text columns of records that hold its `_id` in `belongsTo`. Only visible records count. */
  readonly linked: readonly {
    readonly resource: Resource;
    readonly belongsTo: Column;
    readonly columns: readonly Column[];
  }[];
}

/**
 * Returns the condition of a search on the row `t`. The search has no pattern characters and no index: it reads the
 * texts of all visible records, 10,000 sites in some 30 ms. It searches linked records once for each word, not once for
 * each row. A word has no white space, so it never matches across two texts.
 */
export function searchSql({ words, columns, linked }: Search, access: Access): Sql {
  const conditions = words.map((word) => {
    const alternatives = [
      contains(columns, word),
      ...linked.map(({ resource, belongsTo, columns: texts }) => {
        const condition = join([accessSql(resource, access), contains(texts, word)], ' and ');
        const linkColumn = sql`t.${identifierSql(belongsTo.name)}`;
        // The inner `t` hides the outer one. A null identifier would only cost time.
        return sql`t._id in (
          select ${linkColumn} from ${identifierSql(resource.table)} t where ${linkColumn} is not null and ${condition})`;
      }),
    ];
    const any = join(alternatives, ' or ');
    return sql`(${any})`;
  });
  return join(conditions, ' and ');
}

/** Returns the condition that one of the columns contains a word. */
function contains(columns: readonly Column[], word: string): Sql {
  const texts = join(
    columns.map(({ name }) => sql`t.${identifierSql(name)}`),
    ', ',
  );
  return sql`strpos(${folded(sql`concat_ws(e'\\n', ${texts})`)}, ${folded(sql`${word}::text`)}) > 0`;
}

/**
 * Returns a text in capitals, in any script. Both engines have ICU's rules; the collation of the columns, `C`, knows
 * only ASCII. Small letters would not do: a small sigma has two forms, and the capital of ß is SS.
 */
function folded(expression: Sql): Sql {
  return sql`upper(${expression} collate "und-x-icu") collate "C"`;
}
