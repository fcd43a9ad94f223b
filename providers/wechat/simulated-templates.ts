import { randomInt } from 'node:crypto';
import { type Clock, minuteMs } from '#kit/kernel/time.ts';
import type { Person } from './simulated-logins.ts';
import { WechatRefusal } from './simulated-refusal.ts';

/** A template as the official account has it: its title and what stands before each of its fields. */
export interface SimulatedTemplate {
  id: string;
  title: string;
  labels: Readonly<Record<string, string>>;
}

/** A message as it arrived on somebody's phone. */
export interface SimulatedMessage {
  id: string;
  to: string;
  /** of the person who got it */
  name: string;
  title: string;
  lines: { label: string; value: string }[];
  url: string;
  sentAt: string;
}

const maxKept = 200;
/** how long an id that a sender gave is recognised */
const recognisedMs = 10 * minuteMs;

/** What WeChat takes in a field of each type. */
const fits: Readonly<Record<string, (value: string) => boolean>> = {
  thing: (value) => Array.from(value).length <= 20,
  amount: (value) => /^[¥$€£]?\d{1,10}(\.\d+)?元?$/.test(value),
  character_string: (value) => /^[\x20-\x7e¥]{1,32}$/.test(value),
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function linesOf({ labels }: SimulatedTemplate, data: Record<string, unknown>): SimulatedMessage['lines'] {
  return Object.entries(labels).map(([field, label]) => {
    const value = textOf(objectOf(data[field]).value);
    const takes = fits[field.replace(/\d+$/, '')];
    if (value.trim() === '' || !takes?.(value))
      throw new WechatRefusal(47003, `argument invalid! data.${field}.value invalid`);
    return { label, value };
  });
}

/** Messages by template: to followers, each id of a sender once. */
export function createTemplateMessages(
  clock: Clock,
  people: readonly Person[],
  templates: readonly SimulatedTemplate[],
) {
  const messages: SimulatedMessage[] = [];
  const strangers = new Set<string>();
  const recognised = new Map<string, { answer: object; untilMs: number }>();

  function deliver(to: string, body: Record<string, unknown>): object {
    const person = people.find(({ openId }) => openId === to);
    if (!person) throw new WechatRefusal(40003, 'invalid openid');
    const template = templates.find(({ id }) => id === body.template_id);
    if (!template) throw new WechatRefusal(40037, 'invalid template_id');
    if (strangers.has(to)) throw new WechatRefusal(43004, 'require subscribe');
    const id = randomInt(2 ** 40);
    messages.push({
      id: String(id),
      to,
      name: person.name,
      title: template.title,
      lines: linesOf(template, objectOf(body.data)),
      url: textOf(body.url),
      sentAt: clock.now().toISOString(),
    });
    messages.splice(0, Math.max(0, messages.length - maxKept));
    return { errcode: 0, errmsg: 'ok', msgid: id };
  }

  return {
    messages,

    follow(openId: string, on: boolean): void {
      if (on) strangers.delete(openId);
      else strangers.add(openId);
    },

    send(given: unknown): object {
      const body = objectOf(given);
      const to = textOf(body.touser);
      const ownId = textOf(body.client_msg_id);
      const nowMs = clock.now().getTime();
      const key = `${to} ${ownId}`;
      const known = ownId ? recognised.get(key) : undefined;
      if (known && known.untilMs > nowMs) return known.answer;
      const answer = deliver(to, body);
      if (ownId) recognised.set(key, { answer, untilMs: nowMs + recognisedMs });
      return answer;
    },
  };
}
