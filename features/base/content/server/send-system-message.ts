import type { Notice } from '#features/base/accounts/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Texts } from '#kit/server/texts.ts';
import { deliverMessage, type MessageAudience } from './deliver-message.ts';

export interface SystemMessage extends Omit<Notice, 'audience'> {
  audience: MessageAudience;
}

/** For other features: tells people of something in their inbox, together with the change that caused it. */
export async function sendSystemMessage(tx: Tx, texts: Texts, message: SystemMessage): Promise<string> {
  const { audience, titleKey, bodyKey, params, level = 'notice', link } = message;
  return deliverMessage(tx, {
    audience,
    level,
    link,
    titleZh: texts.say('zh-cn', titleKey, params),
    titleEn: texts.say('en-us', titleKey, params),
    bodyZh: texts.say('zh-cn', bodyKey, params),
    bodyEn: texts.say('en-us', bodyKey, params),
  });
}
