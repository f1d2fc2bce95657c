/**
 * Assignments that leave a finding of the kind `late`, row `t`, nothing that it tells of other accounts: who sees its account now may
 * not see those.
 */
export const FORGET_OTHERS = `
  message = 'No interval data has come since ' || to_char(t.start_date at time zone 'UTC', 'FMDD Mon YYYY') || '.',
  evidence = jsonb_path_query_array(t.evidence, '$[*] \\? (@.name != "newest")'),
  end_date = t.start_date + interval '1 day', updated_at = statement_timestamp()`;
