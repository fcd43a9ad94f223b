/**
 * The database could not be asked in time. It is nobody's defect and no answer to what was asked: the edge says 503, work
 * that waits in tables is taken up again, and the log has one line for the whole outage.
 */
export class DatabaseAway extends Error {
  /** nothing was changed, or a commit was on its way and its answer never came */
  readonly outcome: 'nothing' | 'unknown';

  constructor(why: string, outcome: DatabaseAway['outcome'] = 'nothing', cause?: unknown) {
    super(why, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseAway';
    this.outcome = outcome;
  }
}

function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

/** Drizzle wraps what its driver throws. */
export function awayIn(error: unknown): DatabaseAway | undefined {
  for (const cause of causesOf(error)) if (cause instanceof DatabaseAway) return cause;
  return undefined;
}

export function sqlStateOf(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** PostgreSQL's word for "all connections are taken". */
export const tooManyConnections = '53300';

/** What the driver, the system and PostgreSQL say about a connection, not about a statement. */
const lineTroubles = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  // ended by an administrator, by a crash, because it idled in a transaction; not up yet; full
  ...['57P01', '57P02', '25P03', '57P03', tooManyConnections],
]);

/** Only for what a database call threw: other lines break with the same words. */
export function isLineTrouble(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && (lineTroubles.has(code) || code.startsWith('08'))) return true;
    // several addresses were tried
    if (cause instanceof AggregateError && cause.errors.some(isLineTrouble)) return true;
  }
  return false;
}

/** In a word, for the log. */
export function troubleOf(error: unknown): string {
  for (const cause of causesOf(error)) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return /^[0-9A-Z]{5}$/.test(code) ? `${code} ${cause.message}` : code;
  }
  return error instanceof Error ? error.message : String(error);
}

/** For the logger: that the database is away is logged once, by its watch, and not by every call that fails. */
export const isSaidElsewhere = (about: unknown): boolean =>
  typeof about === 'object' && about !== null && 'err' in about && awayIn(about.err) !== undefined;
