/** What counts the attempts of a row, in any spelling. */
export const COUNTS: RegExp =
  /(?:^|_)(?:attempts?|retr(?:y|ies)|tries|try|failures|fails)(?:_?(?:count|num|no|times|made|used))?$|(?:attempt|retry|try)Count$|(?:^|_)(?:retry|attempt|try|fail)_?(?:count|num|times)$/i;

/** When a row is to be tried again, or run at all. */
export const DUE: RegExp =
  /^(?:run_?at|due_?(?:at|time)?|next_?(?:run|retry|attempt|try)(?:_?(?:at|time))?|available_?at|scheduled?_?(?:at|time|for)|execute_?(?:at|time)|not_?before|delay(?:ed)?_?until|retry_?(?:at|time|after)|start_?after|process_?after|visible_?at|backoff\w*)$/i;

/** Of these, what only a retry has. */
export const RETRY_DUE: RegExp = /retry|attempt|try|backoff/i;
