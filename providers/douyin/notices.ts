import { z } from 'zod';
import { secondMs } from '#kit/kernel/time.ts';
import { type DealNotice, DealNoticeRefused, type DealNoticeRequest } from '../deal-platform.ts';
import { sameSignature, signNotice } from './signing.ts';

export const signatureHeader = 'x-douyin-signature';
export const idHeader = 'msg-id';
export const authorisedEvent = 'life_saas_cooperate_auth_with_bind';
export const certificateEvent = 'life_trade_certificate_notify';

const noticeSchema = z.object({
  event: z.string(),
  client_key: z.string().optional(),
  content: z.unknown(),
  log_id: z.string().optional(),
  msg_id: z.string().optional(),
});
const id = z.union([z.string(), z.number()]).transform(String);
const authorisedSchema = z.object({
  account_id: id,
  extra: z.string().default(''),
  poi_id: id.optional(),
  account_name: z.string().optional(),
});
const certificateSchema = z.object({
  action: z.string(),
  msg_time: z.coerce.number(),
  certificate: z.object({ certificate_id: id, order_id: id, account_id: id }),
});
const kinds: Readonly<Record<string, 'verified' | 'cancelled' | 'refunded'>> = {
  verify: 'verified',
  verify_cancel: 'cancelled',
  refund_success: 'refunded',
};

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header) ?? '';

/** The content is a text that holds JSON; the challenge comes as an object. */
function contentOf(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  try {
    return JSON.parse(content);
  } catch {
    throw new DealNoticeRefused('malformed');
  }
}

export function readNotice(
  { clientKey, clientSecret }: { clientKey: string; clientSecret: string },
  { headers, body }: DealNoticeRequest,
): DealNotice {
  if (!sameSignature(signNotice(clientSecret, body), one(headers[signatureHeader])))
    throw new DealNoticeRefused('signature');
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new DealNoticeRefused('malformed');
  }
  const notice = noticeSchema.safeParse(json);
  if (!notice.success) throw new DealNoticeRefused('malformed');
  const { event, client_key, content, log_id, msg_id } = notice.data;
  if (client_key !== undefined && client_key !== '' && client_key !== clientKey)
    throw new DealNoticeRefused('app');
  if (event === 'verify_webhook') {
    const asked = z.object({ challenge: z.unknown() }).safeParse(contentOf(content));
    if (!asked.success) throw new DealNoticeRefused('malformed');
    return { kind: 'challenge', answer: { challenge: asked.data.challenge } };
  }
  const noticeId = one(headers[idHeader]) || msg_id || log_id;
  if (!noticeId) throw new DealNoticeRefused('malformed');
  return eventOf(event, noticeId, content);
}

function eventOf(event: string, noticeId: string, content: unknown): DealNotice {
  if (event === authorisedEvent) {
    const said = authorisedSchema.safeParse(contentOf(content));
    if (!said.success) throw new DealNoticeRefused('malformed');
    const { account_id: accountId, extra, poi_id, account_name } = said.data;
    return {
      kind: 'authorised',
      id: noticeId,
      access: { reach: 'account', accountId, ...(account_name && { name: account_name }) },
      state: extra,
      ...(poi_id && { storeId: poi_id }),
    };
  }
  if (event !== certificateEvent) return { kind: 'other', id: noticeId, event };
  const said = certificateSchema.safeParse(contentOf(content));
  if (!said.success) throw new DealNoticeRefused('malformed');
  const { action, msg_time, certificate } = said.data;
  const kind = kinds[action];
  if (!kind) return { kind: 'other', id: noticeId, event: `${event} ${action}` };
  return {
    kind,
    id: noticeId,
    accountId: certificate.account_id,
    orderId: certificate.order_id,
    certificateId: certificate.certificate_id,
    at: new Date(msg_time * secondMs),
  };
}
