import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { instant } from '#kit/contract/schemas.ts';

export const wechatLinkChanged = defineEvent<object>('wechat.linkChanged');

/** The page that a scanned code opens inside WeChat. */
export const linkPath = '/wechat_link';

const base = '/api/blade-wechat/link' as const;
/** Colleagues share an address behind a shop's router. */
const rate = { max: 120, windowSeconds: 60 };

const token = () => z.string().regex(/^[\w-]{20,64}$/);
/** made by the page inside WeChat and kept in its tab: a way back that somebody else made up does not know it */
const nonce = () => z.string().regex(/^[\w-]{16,64}$/);

/** The WeChat in which somebody of the staff gets messages. */
export const wechatContract = {
  readOwnLink: get(`${base}/own`, 'session', {
    output: z.object({
      /** whether this server can send messages to WeChat */
      ready: z.boolean(),
      /** since when; null: no WeChat is linked */
      linkedAt: instant().nullable(),
      /** since when WeChat says that the person does not follow the official account, which gets nothing then */
      notFollowingSince: instant().nullable(),
    }),
    refreshedBy: [wechatLinkChanged],
    summary: 'Whether a WeChat is linked to the caller’s account',
  }),
  beginLink: post(`${base}/begin`, 'session', {
    /** the token is shown here once and kept only as a hash; an earlier one of the account is void from now on */
    output: z.object({ token: z.string(), path: z.string(), expiresAt: instant() }),
    summary: 'Makes a link that is opened inside WeChat, once and soon, to link it to the caller’s account',
  }),
  unlink: post(`${base}/remove`, 'session', {
    emits: [wechatLinkChanged],
    summary: 'Unlinks the WeChat of the caller’s account',
  }),
  readLink: post(`${base}/info`, 'public', {
    // a token belongs into no address and no log
    place: 'json',
    changes: false,
    rate,
    input: z.object({ token: token() }),
    output: z.object({ name: z.string(), tenantName: z.string(), expiresAt: instant() }),
    summary: 'Which account a link would link the WeChat to',
  }),
  askWechat: post(`${base}/authorise`, 'public', {
    place: 'json',
    changes: false,
    rate,
    input: z.object({
      token: token(),
      nonce: nonce(),
      /** the page to come back to */
      url: z.url({ protocol: /^https?$/ }).max(500),
    }),
    output: z.object({ url: z.string() }),
    summary: 'Where WeChat tells who is holding the phone, after the person has said yes',
  }),
  finishLink: post(`${base}/finish`, 'public', {
    repeats: { because: 'a link is used once: who says it again hears the same' },
    place: 'json',
    rate,
    input: z.object({
      token: token(),
      nonce: nonce(),
      state: z.string().max(128),
      code: z.string().min(1).max(200),
    }),
    output: z.object({ name: z.string() }),
    summary: 'Links the WeChat that came back with a code to the account of the link',
  }),
};
