import { openDatabase } from './database.ts';
import { awayIn, sqlStateOf, tooManyConnections, troubleOf } from './database-away.ts';
import { StartupError, startupError } from './startup-error.ts';

/** the oldest one that was tried: docs/operations.md */
export const oldestPostgres = 15;

/** besides the pool: schedules, and the one that listens and watches */
const otherConnections = 5;

/** a transaction and, beside it, somebody who reads */
const smallestPool = 2;

export interface ServerReport {
  /** how many connections this server works with */
  poolSize: number;
  /** PostgreSQL has fewer to give than were asked for */
  isShort: boolean;
}

export interface ServerFacts {
  /** as PostgreSQL writes it: 150018 */
  version: number;
  encoding: string;
  /** connections nobody has yet */
  free: number;
}

/** What an operator can mend is one sentence. */
export function judgeServer({ version, encoding, free }: ServerFacts, poolSize: number): ServerReport {
  const major = Math.floor(version / 10_000);
  if (major < oldestPostgres) throw startupError('databaseTooOld', { found: major, needed: oldestPostgres });
  if (encoding !== 'UTF8') throw startupError('databaseEncoding', { found: encoding });
  const left = free - otherConnections;
  if (left < smallestPool) throw startupError('databaseFull', {});
  // who takes the last ones leaves none for schedules
  return { poolSize: Math.min(poolSize, left), isShort: left < poolSize };
}

/** Whether this PostgreSQL can do what is asked of it, and how much of it; looks with its own connection. */
export async function checkDatabaseServer(url: string, poolSize: number): Promise<ServerReport> {
  const db = openDatabase(url, { poolSize: 1 });
  try {
    const [facts] = await db.raw<[ServerFacts]>`
      select current_setting('server_version_num')::int as version,
        current_setting('server_encoding') as encoding,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int
          - (select count(*)::int from pg_stat_activity where datid is not null and pid <> pg_backend_pid()) as free`;
    return judgeServer(facts, poolSize);
  } catch (error) {
    throw error instanceof StartupError ? error : unreachable(error);
  } finally {
    await db.close();
  }
}

function unreachable(error: unknown): StartupError {
  return sqlStateOf(error) === tooManyConnections
    ? startupError('databaseFull', {}, error)
    : startupError('databaseUnreachable', { reason: troubleOf(error) }, error);
}

/** Names what the database can do to a start anywhere in its course; anything else stays what it is. */
export function explainDatabaseError(error: unknown): unknown {
  const away = awayIn(error);
  if (away) return startupError('databaseUnreachable', { reason: troubleOf(away.cause ?? away) }, error);
  return sqlStateOf(error) === tooManyConnections ? unreachable(error) : error;
}
