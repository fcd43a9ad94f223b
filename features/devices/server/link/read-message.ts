import { limits } from '#kit/protocol/limits.ts';
import { type UpMessage, upMessages } from '#kit/protocol/messages.ts';
import type { UpKind } from '#kit/protocol/topics.ts';

export type AnyUpMessage = { [K in UpKind]: { kind: K; message: UpMessage<K> } }[UpKind];
export interface Unreadable {
  refusal: 'tooLarge' | 'malformed' | 'invalid';
  detail: string;
}

/** The message as the protocol has it, or what is wrong with it. Nothing a device sends may throw. */
export function readMessage(kind: UpKind, payload: Buffer): AnyUpMessage | Unreadable {
  if (payload.length > limits.maxMessageBytes)
    return { refusal: 'tooLarge', detail: `${kind}: ${payload.length}` };
  const text = payload.toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { refusal: 'malformed', detail: kind };
  }
  if (suspiciousEscape.test(text) && !isStorable(json))
    return { refusal: 'malformed', detail: `${kind}: characters` };
  const parsed = upMessages[kind].safeParse(json);
  if (parsed.success) return { kind, message: parsed.data } as AnyUpMessage;
  const issue = parsed.error.issues[0];
  return { refusal: 'invalid', detail: `${kind}: ${issue?.path.join('.') ?? ''} ${issue?.code ?? ''}` };
}

/** Only these can hide what PostgreSQL can not hold, so that ordinary messages are not searched through. */
const suspiciousEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/** No NUL and no half of a surrogate pair, anywhere. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (Array.isArray(value)) return value.every(isStorable);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([name, content]) => isStorable(name) && isStorable(content));
}
