import { z } from 'zod';
import { minuteMs } from '#kit/kernel/time.ts';
import type { AccountToken } from './account-token.ts';
import { type Api, WechatRefused } from './api.ts';

/** A template of the official account, and in which of its fields each value stands. */
export interface Template {
  id: string;
  fields: Readonly<Record<string, string>>;
}

/** summary: of takings, with period, income, change and alerts */
export interface Templates {
  summary?: Template | undefined;
}

export interface TemplateMessage {
  /** who gets it, as the official account knows the person */
  to: string;
  template: keyof Templates;
  values: Record<string, string>;
  /** the page it opens */
  url: string;
  /** the same for the same message: WeChat sends it to a person once */
  messageId: string;
}

/** WeChat remembers the id of a message for ten minutes; later a repeat would be a second message. */
export const repeatMs = 9 * minuteMs;

/** What a refusal of `sendTemplate` may say. */
export const templateRefusals = { notFollower: '43004', badField: '47003' } as const;

const thingLength = 20;
const characters = 32;
const amount = /^[¥$]?\d{1,10}(\.\d{1,2})?$/;

function cut(text: string, length: number): string {
  const signs = Array.from(text);
  return signs.length <= length ? text : `${signs.slice(0, length - 1).join('')}…`;
}

function bad(field: string): WechatRefused {
  return new WechatRefused(templateRefusals.badField, `a value does not fit into ${field}`);
}

/** A value as a field of this type takes it. Words may be cut; an amount may not, and one that does not fit is refused. */
export function fitField(field: string, value: string): string {
  const text = value.trim();
  if (text === '') throw bad(field);
  if (field.startsWith('thing')) return cut(text, thingLength);
  const plain = text.replaceAll(',', '');
  if (field.startsWith('amount') && amount.test(plain)) return plain;
  if (field.startsWith('character_string') && plain.length <= characters && !/\p{Script=Han}/u.test(plain))
    return plain;
  throw bad(field);
}

const answer = z.object({ errcode: z.literal(0) });

export function createTemplateSender(
  call: Api,
  token: AccountToken,
  templates: Templates,
): (message: TemplateMessage) => Promise<void> {
  return async ({ to, template: name, values, url, messageId }) => {
    const template = templates[name];
    if (!template) throw new WechatRefused('template', 'this template is not configured');
    const data = Object.entries(template.fields).map(([value, field]) => [
      field,
      { value: fitField(field, values[value] ?? '') },
    ]);
    const body = {
      touser: to,
      template_id: template.id,
      url,
      client_msg_id: messageId,
      data: Object.fromEntries(data),
    };
    await token.use((access_token) => call('/cgi-bin/message/template/send', { access_token }, answer, body));
  };
}
