/** So many messages in a row nobody of the shop has answered yet: more would bury what was asked. */
export const mostUnanswered = 20;
/** New conversations of one player within a day. */
export const mostBegun = 10;

/** Why a player can not write one more; undefined when that is possible. */
export const writeRefusal = (unanswered: number): string | undefined =>
  unanswered >= mostUnanswered ? 'conversations:error.waitForAnswer' : undefined;

export const beginRefusal = (begunToday: number): string | undefined =>
  begunToday >= mostBegun ? 'conversations:error.tooManyBegun' : undefined;
