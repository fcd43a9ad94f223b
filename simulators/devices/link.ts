import mqtt, { type MqttClient } from 'mqtt';
import { downFilter } from '#kit/protocol/topics.ts';

/** A connection to the broker, subscribed to what the device is sent. */
export interface Link {
  /** Resolves when the broker has it (QoS 1). */
  publish(topic: string, payload: string): Promise<void>;
  /** Says goodbye to the broker: no last will. */
  close(): Promise<void>;
  /** The cable is pulled: the broker sends the last will. */
  drop(): void;
}

export interface LinkRequest {
  url: string;
  code: string;
  password: string;
  will: { topic: string; payload: string };
  onMessage(topic: string, payload: string): void;
  /** It was open and is not any more, by whatever cause but close() and drop(). */
  onLost(): void;
}

/** Rejects when the broker refuses or can not be reached. */
export type OpenLink = (request: LinkRequest) => Promise<Link>;

export interface MqttLinkOptions {
  /** 5, and 3.1.1 where the broker does not know 5 */
  protocolVersion?: 4 | 5;
  connectTimeoutMs?: number;
  keepaliveS?: number;
}

/** MQTT with a clean session. It never reconnects by itself: the next login needs a new password. */
export const mqttLink =
  (options: MqttLinkOptions = {}): OpenLink =>
  async (request) => {
    const client = await connect(request, options);
    let ended = false;
    const end = () => {
      ended = true;
    };
    client.on('close', () => {
      if (!ended) request.onLost();
      end();
      client.removeAllListeners();
      client.on('error', () => undefined);
    });
    client.on('message', (topic, payload) => request.onMessage(topic, payload.toString('utf8')));
    try {
      await client.subscribeAsync(downFilter(request.code), { qos: 1 });
    } catch (error) {
      end();
      client.end(true);
      throw error;
    }
    return {
      async publish(topic, payload) {
        await client.publishAsync(topic, payload, { qos: 1 });
      },
      async close() {
        end();
        await client.endAsync();
      },
      drop() {
        end();
        client.stream.destroy();
        client.end(true);
      },
    };
  };

async function connect(request: LinkRequest, options: MqttLinkOptions): Promise<MqttClient> {
  const attempt = (protocolVersion: 4 | 5) =>
    mqtt.connectAsync(
      request.url,
      {
        protocolVersion,
        clientId: request.code,
        username: request.code,
        password: request.password,
        clean: true,
        keepalive: options.keepaliveS ?? 60,
        connectTimeout: options.connectTimeoutMs ?? 20_000,
        reconnectPeriod: 0,
        resubscribe: false,
        will: { ...request.will, payload: Buffer.from(request.will.payload), qos: 1, retain: false },
      },
      false,
    );
  if (options.protocolVersion !== 5) return attempt(4);
  try {
    return await attempt(5);
  } catch (error) {
    if (!isUnknownVersion(error)) throw error;
    return attempt(4);
  }
}

const isUnknownVersion = (error: unknown) =>
  [1, 132].includes((error as { code?: number } | undefined)?.code ?? 0);
