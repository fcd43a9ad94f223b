import { ownedSince } from '#features/base/accounts/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, userTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { WechatRefused, WechatUnavailable } from '#providers/wechat/client.ts';
import { type TemplateMessage, templateRefusals } from '#providers/wechat/templates.ts';
import { wechatLinkChanged } from '../contract.ts';
import { findLinked, type LinkRow, markFollowing, type Person } from './link-queries.ts';
import { openOpenId } from './link-secrets.ts';

/** Whether this server can send messages to WeChat at all. */
export const wechatReady = ({ wechat }: Pick<Services, 'wechat'>): boolean =>
  wechat?.hasTemplate('summary') ?? false;

/**
 * The WeChat of an account, while it is the person's: under this official account, and linked since somebody else last
 * set password, phone or role. Whose account is given to a successor keeps getting nothing of it.
 */
export async function linkedWechat(
  reader: Reader,
  { wechat }: Pick<Services, 'wechat'>,
  person: Person,
): Promise<LinkRow | undefined> {
  const found = await findLinked(reader, person);
  if (!found || found.appId !== wechat?.appId) return undefined;
  const since = await ownedSince(reader, person);
  return since && since <= found.linkedAt ? found : undefined;
}

/** unclear: WeChat may have it or not; the same message may be sent again within `repeatMs` */
export type Delivery = 'sent' | 'refused' | 'unclear';

/** Sends to the WeChat that is linked now. Whether the person follows the official account is remembered for the page. */
export async function sendToWechat(
  services: Services,
  person: Person,
  message: Omit<TemplateMessage, 'to'>,
): Promise<Delivery> {
  const { db, wechat, secrets, clock, log } = services;
  const linked = await linkedWechat(db.read, services, person);
  if (!wechat || !linked) return 'refused';
  const follows = async (yes: boolean) => {
    if (yes === (linked.notFollowingSince === null)) return;
    await db.transaction(async (tx) => {
      await markFollowing(tx, person, { openId: linked.openId, since: yes ? null : clock.now() });
      await emit(tx, userTopic(person.userId), wechatLinkChanged, {});
    });
  };
  try {
    await wechat.sendTemplate({ ...message, to: openOpenId(secrets, person.userId, linked.openId) });
  } catch (error) {
    if (error instanceof WechatUnavailable) {
      log.warn({ err: error }, 'WeChat did not answer a message');
      return 'unclear';
    }
    if (!(error instanceof WechatRefused)) throw error;
    if (error.code === templateRefusals.notFollower) await follows(false);
    else log.error({ err: error }, 'WeChat refused a message');
    return 'refused';
  }
  await follows(true);
  return 'sent';
}
