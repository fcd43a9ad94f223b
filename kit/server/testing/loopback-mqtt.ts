import { type MessageHandler, type MqttConnection, topicMatches } from '../mqtt.ts';

export interface LoopbackMqtt extends MqttConnection {
  /** everything published so far, the server's and the test's */
  readonly published: { topic: string; payload: string }[];
  /** nobody listens any more: the server that did is gone */
  forgetListeners(): void;
}

/** A broker inside the test: what is published reaches all who subscribed, and `publish` waits for them. */
export function loopbackMqtt(): LoopbackMqtt {
  const subscriptions: { topicFilter: string; handler: MessageHandler }[] = [];
  const published: { topic: string; payload: string }[] = [];
  return {
    published,
    async publish(topic, payload) {
      published.push({ topic, payload: payload.toString() });
      for (const { topicFilter, handler } of subscriptions)
        if (topicMatches(topicFilter, topic)) await handler(topic, Buffer.from(payload));
    },
    async subscribe(topicFilter, handler) {
      subscriptions.push({ topicFilter, handler });
    },
    forgetListeners() {
      subscriptions.length = 0;
    },
    ping: async () => true,
    close: async () => {},
  };
}
