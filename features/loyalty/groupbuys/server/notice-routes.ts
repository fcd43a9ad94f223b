import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#kit/kernel/errors.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find } from '#kit/server/tables.ts';
import { type DealNotice, DealNoticeRefused, dealPaths } from '#providers/deal-platform.ts';
import type { Platform } from '../contract/kinds.ts';
import { groupBuyNotices, groupBuyVerifications } from '../tables.ts';
import { bringOn } from './ask-platform.ts';
import { begunBy, finishAuthorisation } from './authorise.ts';
import { cancelledThere } from './cancel-verification.ts';
import { codeHash } from './code-secrets.ts';

const bodyLimitBytes = 64 * 1024;

type CodeNotice = Extract<DealNotice, { kind: 'verified' | 'cancelled' | 'refunded' }>;

/** What we know of the certificate that a notice names. */
async function takeCode(services: Services, platform: Platform, notice: CodeNotice): Promise<number> {
  const hash = codeHash(services.secrets, platform, notice.certificateId);
  const known = await find(services.db.read, platformScope, groupBuyVerifications, {
    platform,
    codeHash: hash,
  });
  const open = known.filter(({ state }) => state === 'verifying');
  for (const row of open) await bringOn(services, row);
  if (notice.kind === 'verified') return open.length;
  const standing = known.filter(({ verifiedAt, cancelledAt }) => verifiedAt && !cancelledAt);
  const [only, more] = standing;
  // of a code with several uses the records of the day say which: the comparison reads them
  if (!only || more) return open.length;
  await cancelledThere(services, only, { at: notice.at, words: `groupbuys:reason.${notice.kind}` });
  return open.length + 1;
}

/** Everything is written before it is noted that it arrived: what is cut off in between is said again, and is the same. */
async function takeNotice(
  services: Services,
  platform: Platform,
  notice: Exclude<DealNotice, { kind: 'challenge' }>,
): Promise<void> {
  const { db, clock } = services;
  const id = `${platform} ${notice.id}`;
  const known = await db.read.select().from(groupBuyNotices).where(eq(groupBuyNotices.id, id));
  if (known.length > 0) return;
  let about = 0;
  if (notice.kind === 'authorised') {
    if (await begunBy(services, platform, notice.state)) {
      await finishAuthorisation(services, platform, notice);
      about = 1;
    }
  } else if (notice.kind !== 'other') about = await takeCode(services, platform, notice);
  const event = notice.kind === 'other' ? notice.event : notice.kind;
  await db.transaction((tx) =>
    tx
      .insert(groupBuyNotices)
      .values({ id, platform, event, takenAt: clock.now(), about })
      .onConflictDoNothing(),
  );
}

const statusOf = { malformed: 400, app: 400, signature: 401 } as const;

async function receive(services: Services, name: Platform, request: FastifyRequest, reply: FastifyReply) {
  const platform = services.deals[name];
  if (!platform?.readNotice) return reply.status(404).send({ error: 'not configured' });
  try {
    const body = typeof request.body === 'string' ? request.body : '';
    const notice = platform.readNotice({ headers: request.headers, body });
    if (notice.kind === 'challenge') return reply.status(200).send(notice.answer);
    await takeNotice(services, name, notice);
    return reply.status(200).send({ error: 0 });
  } catch (error) {
    if (error instanceof DealNoticeRefused) {
      services.log.warn(
        { platform: name, reason: error.refusal, address: request.ip },
        'a notice was refused',
      );
      return reply.status(statusOf[error.refusal]).send({ error: error.refusal });
    }
    services.log.error({ err: error, platform: name }, 'a notice could not be taken');
    return reply.status(500).send({ error: 'try again' });
  }
}

/** Where the merchant's browser goes on, with a word on how it went. */
const pageOf = (name: Platform, how: 'done' | 'refused' | 'over') => `/${name}?authorised=${how}`;

/** The browser of a merchant comes back from the platform. The state says who began, not the browser. */
async function comeBack(services: Services, name: Platform, request: FastifyRequest): Promise<string> {
  const platform = services.deals[name];
  const answer = platform?.readReturn?.(request.query as Record<string, string | undefined>);
  const begun = answer && (await begunBy(services, name, answer.state));
  if (!platform?.exchange || !answer || !begun) return pageOf(name, 'over');
  const outcome = await platform.exchange({ code: answer.code, reach: begun.reach });
  if (outcome.kind !== 'done') return pageOf(name, 'refused');
  try {
    await finishAuthorisation(services, name, { state: answer.state, access: outcome.value });
    return pageOf(name, 'done');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return pageOf(name, 'refused');
  }
}

/** What the platforms call, in their own words, and where they lead. Acknowledged after commit only. */
export async function mountNotices(app: FastifyInstance, services: Services): Promise<void> {
  app.get(dealPaths.meituanReturn, async (request, reply) =>
    reply.redirect(await comeBack(services, 'meituan', request)),
  );
  await app.register(async (room) => {
    // signatures are over the bytes that came
    room.removeAllContentTypeParsers();
    room.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    room.post(dealPaths.douyinNotice, (request, reply) => receive(services, 'douyin', request, reply));
  });
}
