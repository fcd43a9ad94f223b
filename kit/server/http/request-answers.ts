import { sql } from 'drizzle-orm';
import { dayMs } from '#kit/kernel/time.ts';
import type { Database, Reader, Tx } from '../database.ts';
import { openText, sealText } from '../sealed.ts';
import type { Secrets } from '../secrets.ts';

/** Who wished what; two calls with equal subjects are the same wish, or one of them is a mistake. */
export interface Subject {
  person: string;
  endpoint: string;
  key: string;
}

export interface Claim {
  place: number;
  inputHash: string;
  claimedAt: Date;
  /** null: it was carried out, and nobody noted with what result */
  answer: string | null;
  /** somebody of the same circle has written something since */
  overtaken: boolean;
}

const purposeOf = ({ person, endpoint, key }: Subject) => `request_answer ${person} ${endpoint} ${key}`;

const isSubject = ({ person, endpoint, key }: Subject) =>
  sql`person = ${person} and endpoint = ${endpoint} and key = ${key}`;

export async function findClaim(
  reader: Reader,
  secrets: Secrets,
  subject: Subject,
): Promise<Claim | undefined> {
  const [found] = await reader.execute<{
    place: string;
    input_hash: string;
    claimed_at: string;
    answer: string | null;
    overtaken: boolean;
  }>(sql`
    select place, input_hash, claimed_at, answer,
      exists (select from request_answer other
        where other.circle = request_answer.circle and other.place > request_answer.place) as overtaken
    from request_answer where ${isSubject(subject)}`);
  if (!found) return undefined;
  return {
    place: Number(found.place),
    inputHash: found.input_hash,
    claimedAt: new Date(found.claimed_at),
    answer: found.answer === null ? null : openText(secrets, found.answer, purposeOf(subject)),
    overtaken: found.overtaken,
  };
}

/**
 * Waits for the server that carries out the same wish. `over` is the place of an earlier claim that counts no more. Answers the
 * place of the new claim; nothing where somebody else has it.
 */
export async function insertClaim(
  tx: Tx,
  subject: Subject,
  values: { circle: string; inputHash: string; claimedAt: Date; over: number | undefined },
): Promise<number | undefined> {
  const { person, endpoint, key } = subject;
  const [claimed] = await tx.execute<{ place: string }>(sql`
    insert into request_answer as known (person, endpoint, key, circle, input_hash, claimed_at)
    values (${person}, ${endpoint}, ${key}, ${values.circle}, ${values.inputHash},
      ${values.claimedAt.toISOString()})
    on conflict (person, endpoint, key) do update
      set circle = excluded.circle, input_hash = excluded.input_hash, answer = null,
        claimed_at = excluded.claimed_at, place = excluded.place
      where known.place = ${values.over ?? -1}
    returning place`);
  return claimed && Number(claimed.place);
}

/** By the driver: one statement, and every writing call makes it. */
export async function storeAnswer(
  { inTurn }: Pick<Database, 'inTurn'>,
  secrets: Secrets,
  subject: Subject,
  place: number,
  answer: string,
): Promise<void> {
  const { person, endpoint, key } = subject;
  const sealed = sealText(secrets, answer, purposeOf(subject));
  await inTurn(
    (raw) => raw`update request_answer set answer = ${sealed}
      where person = ${person} and endpoint = ${endpoint} and key = ${key} and place = ${place}`,
  );
}

export async function dropClaim(tx: Tx, subject: Subject, place: number): Promise<void> {
  await tx.execute(sql`delete from request_answer where ${isSubject(subject)} and place = ${place}`);
}

/** So long a repeated call gets its first answer; documented in the reference of the API. */
export const answersKeptMs = dayMs;
const atOnce = 5000;

export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - answersKeptMs).toISOString();
  const step = sql`delete from request_answer where (person, endpoint, key) in
    (select person, endpoint, key from request_answer where claimed_at < ${before} limit ${atOnce})`;
  while ((await db.transaction(async (tx) => (await tx.execute(step)).count)) === atOnce);
}
