import { setTimeout as sleep } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { errorCode, startupError } from './startup-error.ts';

export interface MqttOptions {
  url: string;
  username?: string;
  password?: string;
  clientId: string;
  /**
   * Servers that share a group divide an external broker's messages among them. The embedded broker has no shared
   * subscriptions and serves one server only, so it gets none.
   */
  sharedGroup?: string;
  /** A handler that fails; the message counts as delivered, the device protocol repeats what matters. */
  onHandlerError?(topic: string, error: unknown): void;
  /** told once for each turn of the line's fate after the first connection, not for each attempt */
  onLine?(state: LineState, reason?: string): void;
  connectTimeoutMs?: number;
  /** the certificate that vouches for a broker with one of its own making */
  ca?: string;
  reconnectMs?: number;
}

/** The broker is not reached, refuses our log-in, or has us again. */
export type LineState = 'lost' | 'refused' | 'back';

/** for the log */
export const lineNews: Record<LineState, string> = {
  lost: 'the MQTT broker is lost, connecting again',
  refused: 'the MQTT broker refuses our log-in, trying again: check user and password in MQTT_URL',
  back: 'the MQTT broker is reached again',
};

export type MessageHandler = (topic: string, payload: Buffer) => void | Promise<void>;

export interface MqttConnection {
  /** Resolves when the broker has the message (QoS 1). */
  publish(topic: string, payload: string | Buffer, options?: { retain?: boolean }): Promise<void>;
  subscribe(topicFilter: string, handler: MessageHandler): Promise<void>;
  /** False when the broker does not answer in time. */
  ping(timeoutMs?: number): Promise<boolean>;
  close(): Promise<void>;
}

export async function connectMqtt(options: MqttOptions): Promise<MqttConnection> {
  const client = await connectClient(options);
  const subscriptions: { topicFilter: string; handler: MessageHandler }[] = [];

  // Not in handleMessage: a handler that publishes would wait there for an answer queued behind itself.
  client.on('message', (topic, payload) => {
    for (const { topicFilter, handler } of subscriptions) {
      if (!topicMatches(topicFilter, topic)) continue;
      Promise.resolve()
        .then(() => handler(topic, payload))
        .catch((error: unknown) => options.onHandlerError?.(topic, error));
    }
  });

  return {
    async publish(topic, payload, { retain = false } = {}) {
      await client.publishAsync(topic, payload, { qos: 1, retain });
    },
    async subscribe(topicFilter, handler) {
      const entry = { topicFilter, handler };
      subscriptions.push(entry);
      const asked = options.sharedGroup ? `$share/${options.sharedGroup}/${topicFilter}` : topicFilter;
      try {
        // a refusal by the broker's access list rejects
        await client.subscribeAsync(asked, { qos: 1 });
      } catch (error) {
        subscriptions.splice(subscriptions.indexOf(entry), 1);
        throw error;
      }
    },
    ping: (timeoutMs = 2000) => ping(client, timeoutMs),
    close: () => client.endAsync(),
  };
}

async function connectClient(options: MqttOptions): Promise<MqttClient> {
  const address = new URL(options.url).host;
  try {
    const client = await mqtt.connectAsync(
      options.url,
      {
        clientId: options.clientId,
        ...(options.username !== undefined && { username: options.username, password: options.password }),
        ...(options.ca !== undefined && { ca: options.ca }),
        connectTimeout: options.connectTimeoutMs ?? 10_000,
        reconnectPeriod: options.reconnectMs ?? 1000,
        // a broker that reads its password file again refuses for a moment, and the client would never ask again
        reconnectOnConnackError: true,
        resubscribe: true,
      },
      false,
    );
    // after the first connection a lost one is restored without end; ping() tells the health check
    tellFate(client, options.onLine ?? (() => undefined));
    return client;
  } catch (error) {
    const reason = errorCode(error) ?? (error instanceof Error ? error.message : String(error));
    throw startupError('mqttUnreachable', { address, reason }, error);
  }
}

function tellFate(client: MqttClient, tell: (state: LineState, reason?: string) => void): void {
  let state: LineState = 'back';
  let reason: string | undefined;
  const turn = (next: LineState) => {
    // a line that is refused is lost as well: that is said already
    if (next === state || (next === 'lost' && state === 'refused')) return;
    state = next;
    if (next === 'back') tell(next);
    else tell(next, reason);
    reason = undefined;
  };
  client.on('error', (error) => {
    reason = errorCode(error) ?? error.message;
    // a CONNACK that says no has a number for its reason
    if (typeof (error as { code?: unknown }).code === 'number') turn('refused');
  });
  client.on('close', () => {
    if (!client.disconnecting) turn('lost');
  });
  client.on('connect', () => turn('back'));
}

/** PINGREQ needs no right on any topic, so it also works where the operator's access list is strict. */
async function ping(client: MqttClient, timeoutMs: number): Promise<boolean> {
  if (!client.connected) return false;
  const stopWaiting = new AbortController();
  const answered = new Promise<boolean>((done) => {
    const listen = (packet: { cmd: string }) => {
      if (packet.cmd === 'pingresp') done(true);
    };
    client.on('packetreceive', listen);
    stopWaiting.signal.addEventListener('abort', () => client.off('packetreceive', listen));
  });
  const tooLate = sleep(timeoutMs, false, { signal: stopWaiting.signal }).catch(() => false);
  client.sendPing();
  const alive = await Promise.race([answered, tooLate]);
  stopWaiting.abort();
  return alive;
}

/** MQTT's rule for + (one level) and # (the rest); topics that begin with $ match no leading wildcard. */
export function topicMatches(topicFilter: string, topic: string): boolean {
  const wanted = topicFilter.split('/');
  const levels = topic.split('/');
  if (topic.startsWith('$') && (wanted[0] === '+' || wanted[0] === '#')) return false;
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}
