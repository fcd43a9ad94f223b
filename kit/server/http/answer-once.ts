import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { type AnyEndpoint, requestIdHeader } from '#kit/contract/endpoint.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Database, Tx } from '../database.ts';
import { fingerprint } from '../sealed.ts';
import type { Services } from '../services.ts';
import type { Session } from '../session.ts';
import {
  type Claim,
  dropClaim,
  findClaim,
  insertClaim,
  type Subject,
  storeAnswer,
} from './request-answers.ts';

/** Without an id, so long the same call is the same wish: two presses of a button, an answer that did not come. */
export const sameWishMs = 10 * secondMs;
/** Between the commit of a change and the note of its answer lie moments; some calls go on for a while after it. */
const answerWaitMs = 5 * secondMs;
const lookEveryMs = 50;

const idShape = /^[\x21-\x7e]{1,200}$/;
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id a caller gave the wish: a field of the input, or for calls that do not name it a parameter or the header. */
export function givenRequestId(
  request: FastifyRequest,
  places: readonly Record<string, unknown>[],
): string | undefined {
  const header = request.headers[requestIdHeader];
  const given =
    places.map(({ requestId }) => requestId).find((id) => id !== undefined && id !== '') ?? header;
  if (given === undefined) return undefined;
  const id = typeof given === 'number' ? String(given) : given;
  if (typeof id !== 'string' || !idShape.test(id)) throw invalid('kit:error.requestId');
  return id;
}

/** For handlers that keep the id in their own column: any id as one of the database's kind. */
export function asUuid(id: string): string {
  if (uuidShape.test(id)) return id.toLowerCase();
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** No input of ours is half as deep; a deeper one was made to overload the code that walks through it. */
const deepest = 64;

function sorted(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw invalid('kit:error.badInput');
  if (Array.isArray(value)) return value.map((inner) => sorted(inner, depth + 1));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner, depth + 1)]));
}

/** Keyed: inputs hold codes and numbers that are few enough to be guessed from a plain hash. */
function hashOf({ secrets }: Services, input: object): string {
  const { requestId: _, ...wish } = input as Record<string, unknown>;
  return fingerprint(secrets, JSON.stringify(sorted(wish)), 'request_answer');
}

/** Thrown out of a handler's transaction before it has read anything: somebody else has carried out the same wish. */
class SaidBefore extends Error {}

interface Once {
  services: Services;
  /** as the caller sees it; claims and answers are the server's own business, whether the caller waits or not */
  db: Database;
  session: Session;
  endpoint: AnyEndpoint;
  input: object;
  requestId: string | undefined;
}

/** Of each server process, the wishes that are being carried out. */
const underWay = new WeakMap<Services, Map<string, Promise<unknown>>>();

/**
 * Equal calls of one process wait here instead of at the database: there each would keep a connection from the one that
 * they wait for.
 */
async function inTurn<T>(services: Services, subject: Subject, work: () => Promise<T>): Promise<T> {
  const running = underWay.get(services) ?? new Map<string, Promise<unknown>>();
  underWay.set(services, running);
  const name = `${subject.person} ${subject.endpoint} ${subject.key}`;
  for (let first = running.get(name); first; first = running.get(name)) await first.catch(() => undefined);
  const mine = work().finally(() => running.delete(name));
  running.set(name, mine);
  return mine;
}

/**
 * Carries a writing call out once. The claim is written in the first transaction of the handler, so that both happen or
 * neither; the answer is noted after it. Who says the same while it runs waits for that transaction at the primary key
 * of the claim. What fails leaves nothing behind.
 */
export async function answerOnce(
  { services, db, session, endpoint, input, requestId }: Once,
  work: (db: Database) => Promise<unknown>,
): Promise<unknown> {
  const inputHash = hashOf(services, input);
  const person = session.kind === 'staff' ? session.userId : session.playerId;
  const subject: Subject = {
    person,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    key: requestId ? `id ${requestId}` : `wish ${inputHash}`,
  };
  return inTurn(services, subject, () =>
    carryOut({ services, db, session, endpoint, requestId, subject, inputHash }, work),
  );
}

interface CarriedOut extends Omit<Once, 'input'> {
  subject: Subject;
  inputHash: string;
}

async function carryOut(
  { services, db: seen, session, endpoint, requestId, subject, inputHash }: CarriedOut,
  work: (db: Database) => Promise<unknown>,
): Promise<unknown> {
  const { db, secrets, clock } = services;
  const circle = session.kind === 'staff' ? session.tenantId : subject.person;
  const find = () => findClaim(db.read, secrets, subject);
  const ageMs = (claim: Claim) => clock.now().getTime() - claim.claimedAt.getTime();
  const counts = (claim: Claim) =>
    requestId !== undefined ||
    (ageMs(claim) < sameWishMs && (endpoint.lets !== undefined || !claim.overtaken));
  const firstAnswer = async (claim: Claim) => {
    if (claim.inputHash !== inputHash) throw conflict('kit:error.otherRequest');
    return awaitAnswer(claim, find, ageMs);
  };

  for (;;) {
    const earlier = await find();
    if (earlier && counts(earlier)) {
      const said = await firstAnswer(earlier);
      if (said) return said.answer;
      // it failed after all, and left nothing behind
      continue;
    }
    const claiming = claimingDatabase(seen, (tx) =>
      insertClaim(tx, subject, { circle, inputHash, claimedAt: clock.now(), over: earlier?.place }),
    );
    let answer: unknown;
    try {
      answer = await work(claiming.db);
    } catch (error) {
      const place = claiming.place();
      // Something may be out already where it was let out in an earlier transaction of the same handler.
      if (place !== undefined && (!endpoint.lets || endpoint.repeats === 'recognised'))
        await db.transaction((tx) => dropClaim(tx, subject, place)).catch(() => undefined);
      if (place !== undefined) throw error;
      const first = await find();
      if (first && first.place !== earlier?.place && counts(first)) {
        const said = await firstAnswer(first);
        if (said) return said.answer;
      }
      if (error instanceof SaidBefore) continue;
      throw error;
    }
    await note(services, subject, answer, claiming);
    return answer;
  }
}

/** What the first of two equal calls was answered; undefined when it failed. */
async function awaitAnswer(
  claim: Claim,
  find: () => Promise<Claim | undefined>,
  ageMs: (claim: Claim) => number,
): Promise<{ answer: unknown } | undefined> {
  let current: Claim | undefined = claim;
  while (current?.place === claim.place) {
    if (current.answer !== null) return { answer: JSON.parse(current.answer) as unknown };
    if (ageMs(claim) >= answerWaitMs) throw conflict('kit:error.carriedOut');
    await wait(lookEveryMs);
    current = await find();
  }
  return undefined;
}

type Claiming = ReturnType<typeof claimingDatabase>;

/** A database whose first transaction begins with the claim. */
function claimingDatabase(db: Database, claim: (tx: Tx) => Promise<number | undefined>) {
  let open = false;
  let place: number | undefined;
  const claimed = async (tx: Tx) => {
    const found = await claim(tx);
    if (found === undefined) throw new SaidBefore();
    return found;
  };
  return {
    place: () => place,
    claim: claimed,
    db: {
      ...db,
      async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
        if (open) return db.transaction(work);
        open = true;
        try {
          const [found, result] = await db.transaction(
            async (tx) => [await claimed(tx), await work(tx)] as const,
          );
          place = found;
          return result;
        } finally {
          open = place !== undefined;
        }
      },
    } satisfies Database,
  };
}

/** A repeat that finds no answer is told to look; the call itself has succeeded and says so whatever happens here. */
async function note(
  services: Services,
  subject: Subject,
  answer: unknown,
  claiming: Claiming,
): Promise<void> {
  const { db, secrets, log } = services;
  try {
    // a handler without its own transaction may have asked an outside platform
    const place = claiming.place() ?? (await db.transaction(claiming.claim));
    await storeAnswer(db, secrets, subject, place, JSON.stringify(answer ?? null));
  } catch (error) {
    if (!(error instanceof SaidBefore))
      log.error({ err: error, endpoint: subject.endpoint }, 'answer not kept');
  }
}
