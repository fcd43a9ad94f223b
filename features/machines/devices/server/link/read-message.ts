import { z } from 'zod';
import { limits } from '#kit/protocol/limits.ts';
import { type DownMessage, type UpMessage, upMessages } from '#kit/protocol/messages.ts';
import type { UpKind } from '#kit/protocol/topics.ts';

export type AnyUpMessage = { [K in UpKind]: { kind: K; message: UpMessage<K> } }[UpKind];
export interface Unreadable {
  refusal: 'tooLarge' | 'malformed' | 'invalid';
  detail: string;
  /** which message, as far as it could be read: the device is told */
  about: About;
}
type About = Pick<DownMessage<'error'>, 'path' | 'epoch' | 'seq' | 'id'>;

const number = () => z.int().min(0).optional().catch(undefined);
const named = z
  .object({ epoch: number(), seq: number(), id: z.uuid().optional().catch(undefined) })
  .catch({});

/** The message as the protocol has it, or what is wrong with it. Nothing a device sends may throw. */
export function readMessage(kind: UpKind, payload: Buffer): AnyUpMessage | Unreadable {
  if (payload.length > limits.maxMessageBytes)
    return { refusal: 'tooLarge', detail: `${kind}: ${payload.length}`, about: {} };
  const text = payload.toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { refusal: 'malformed', detail: kind, about: {} };
  }
  if (suspiciousEscape.test(text) && !isStorable(json))
    return { refusal: 'malformed', detail: `${kind}: characters`, about: aboutOf(kind, json) };
  const parsed = upMessages[kind].safeParse(json);
  if (parsed.success) return { kind, message: parsed.data } as AnyUpMessage;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  return {
    refusal: 'invalid',
    detail: `${kind}: ${path} ${issue?.code ?? ''}`,
    about: { ...aboutOf(kind, json), path: path.slice(0, maxPathLength) },
  };
}

function aboutOf(kind: UpKind, json: unknown): About {
  const { epoch, seq, id } = named.parse(json);
  if (kind === 'telemetry') return { epoch, seq };
  return kind === 'result' ? { id } : {};
}

/** of an error's path */
const maxPathLength = 120;

/** Only these can hide what PostgreSQL can not hold, so that ordinary messages are not searched through. */
const suspiciousEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/** No NUL and no half of a surrogate pair, anywhere. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (Array.isArray(value)) return value.every(isStorable);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([name, content]) => isStorable(name) && isStorable(content));
}
