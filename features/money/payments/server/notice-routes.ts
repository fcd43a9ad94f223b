import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Services } from '#kit/server/services.ts';
import {
  type ChannelName,
  ChannelUnavailable,
  type Notice,
  NoticeRefused,
  type PayChannel,
} from '#providers/pay-channel.ts';
import { payChannels } from '../contract/channels.ts';
import { countRefusal, type RefusalReason } from './refusals.ts';
import { NoticeMismatch, takeNotice } from './take-notice.ts';

const bodyLimitBytes = 64 * 1024;

/** In the platform's own words, not in our envelope. */
const answers: Record<
  ChannelName,
  { taken(reply: FastifyReply): FastifyReply; refused(reply: FastifyReply, why: string): FastifyReply }
> = {
  wechat: {
    taken: (reply) => reply.type('application/json').send('{"code":"SUCCESS","message":"OK"}'),
    refused: (reply, why) =>
      reply.type('application/json').send(JSON.stringify({ code: 'FAIL', message: why })),
  },
  alipay: {
    taken: (reply) => reply.type('text/plain').send('success'),
    refused: (reply) => reply.type('text/plain').send('failure'),
  },
};

function isOfSubMerchant(notice: Notice): boolean {
  if (notice.kind === 'transfer') return false;
  return typeof (notice.kind === 'payment' ? notice.trade.subMerchant : notice.subMerchant) === 'string';
}

/** For another merchant or another of the operator's apps: its signature may be true all the same. */
function checkAddressee(services: Services, channel: PayChannel, notice: Notice): void {
  const apps = [channel.appId, services.channels.wechat?.miniProgramAppId];
  const addressee = isOfSubMerchant(notice) ? channel.partnerId : channel.merchantId;
  if (notice.merchantId !== addressee || (notice.appId !== undefined && !apps.includes(notice.appId)))
    throw new NoticeRefused('merchant');
}

const refusalOf = (error: unknown): RefusalReason | undefined => {
  if (error instanceof NoticeRefused) return error.refusal;
  return error instanceof NoticeMismatch ? error.mismatch : undefined;
};

/** What payment platforms call. Acknowledged after commit only; what is refused or failed is repeated by the platform. */
export async function mountNotices(app: FastifyInstance, services: Services): Promise<void> {
  const counter = new Counter({
    name: 'coinyard_payment_notices_total',
    help: 'Notices of payment platforms',
    labelNames: ['channel', 'outcome'] as const,
    registers: [app.metrics],
  });

  async function receive(name: ChannelName, request: FastifyRequest, reply: FastifyReply) {
    const channel = services.channels[name];
    const say = answers[name];
    if (!channel) return say.refused(reply.status(404), 'not configured');
    try {
      const body = typeof request.body === 'string' ? request.body : '';
      const notice = await channel.readNotice({ headers: request.headers, body });
      checkAddressee(services, channel, notice);
      const outcome = await takeNotice(services, name, notice);
      counter.inc({ channel: name, outcome });
      return say.taken(reply.status(200));
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) {
        services.log.error({ err: error, channel: name }, 'a payment notice could not be taken');
        counter.inc({ channel: name, outcome: 'failed' });
        return say.refused(reply.status(error instanceof ChannelUnavailable ? 503 : 500), 'try again');
      }
      services.log.warn({ channel: name, reason, address: request.ip }, 'a payment notice was refused');
      counter.inc({ channel: name, outcome: 'refused' });
      countRefusal(services, name, reason);
      return say.refused(reply.status(reason === 'signature' ? 401 : 400), reason);
    }
  }

  await app.register(async (room) => {
    // signatures are over the bytes that came
    room.removeAllContentTypeParsers();
    room.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const name of payChannels)
      room.post(`/api/pay/notify/${name}`, (request, reply) => receive(name, request, reply));
  });
}
