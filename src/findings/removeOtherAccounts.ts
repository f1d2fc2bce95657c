/**
 * SQL assignments that remove the data of other accounts from a finding of the kind `late`, row `t`. A user who gains
 * access to its account later may not have access to those accounts.
 */
export const REMOVE_OTHER_ACCOUNTS = `
  message = 'No interval data has come since ' || to_char(t.start_date at time zone 'UTC', 'FMDD Mon YYYY') || '.',
  evidence = jsonb_path_query_array(t.evidence, '$[*] \\? (@.name != "newest")'),
  end_date = t.start_date + interval '1 day', updated_at = statement_timestamp()`;
