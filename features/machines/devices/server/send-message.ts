import { limits } from '#kit/protocol/limits.ts';
import { type DownMessage, isSigned } from '#kit/protocol/messages.ts';
import { sign } from '#kit/protocol/signing.ts';
import { type DownKind, downTopic } from '#kit/protocol/topics.ts';
import type { Services } from '#kit/server/services.ts';
import { directoryOf } from './device-directory.ts';
import { deviceSecret } from './device-keys.ts';

/** Signs where the protocol asks for it and publishes. Call it after commit: what was rolled back must not be said. */
export async function sendToDevice<K extends DownKind>(
  services: Services,
  code: string,
  kind: K,
  message: DownMessage<K>,
): Promise<void> {
  const topic = downTopic(code, kind);
  if (!isSigned(kind)) {
    await services.mqtt.publish(topic, JSON.stringify(message));
    return;
  }
  const entry = await directoryOf(services).find(code);
  // a controller that was never made has nobody who listens
  if (!entry) return;
  const secret = deviceSecret(services.secrets, code, entry.generation);
  await services.mqtt.publish(topic, sign(secret, topic, message));
}

/** What a device hears after its hello, and whenever its owner changes. */
export function sendWelcome(
  services: Services,
  code: string,
  known: Pick<DownMessage<'welcome'>, 'claimed' | 'epoch' | 'seq'>,
): Promise<void> {
  const { publicUrl } = services.config;
  return sendToDevice(services, code, 'welcome', {
    now: services.clock.now().toISOString(),
    ...known,
    heartbeatEveryMs: limits.heartbeatEveryMs,
    // without PUBLIC_URL nobody knows our address from outside
    ...(publicUrl && { http: publicUrl }),
  });
}
