import type { Client } from 'aedes';
import type {
  IPublishPacket,
  ISubackPacket,
  ISubscribePacket,
  ISubscription,
  IUnsubackPacket,
  IUnsubscribePacket,
} from 'mqtt-packet';
import { topicMatches } from '../mqtt.ts';
import { isRefusal, Mqtt5Error, reasons } from './mqtt5-reasons.ts';
import { isShared, isTopicFilter } from './mqtt5-topics.ts';

interface Kept {
  wantsRetained: boolean;
  retainAsPublished: boolean;
}

interface Asked {
  subscriptions: readonly ISubscription[];
  /** by filter: what is refused here, and what aedes is asked about */
  refused: ReadonlyMap<string, number>;
  passedOn: readonly string[];
}

/** Refused by 3.1.1 in one way only: the access list said no. */
const refusedByAedes = 0x80;

/**
 * The subscriptions of one connection. They go to aedes by its own calls and not as 3.1.1 packets, which could not say
 * "not my own messages" nor "with the retain flag as it was".
 */
export class Mqtt5Subscriptions {
  readonly #kept = new Map<string, Kept>();
  readonly #asked = new Map<number, Asked>();
  readonly #unasked = new Map<number, readonly number[]>();

  /** Gives back the answer when aedes need not be asked. */
  subscribe(packet: ISubscribePacket, client: Client, failed: (error: Error) => void): number[] | undefined {
    const { subscriptions, messageId = 0, properties } = packet;
    if (properties?.subscriptionIdentifier !== undefined)
      throw new Mqtt5Error(reasons.subscriptionIdentifiersNotSupported, 'a subscription identifier');
    if (subscriptions.length === 0) throw new Mqtt5Error(reasons.protocolError, 'a subscription to nothing');
    const refused = refusals(subscriptions.map(({ topic }) => topic));
    const accepted = new Map(
      subscriptions.filter(({ topic }) => !refused.has(topic)).map((one) => [one.topic, one]),
    );
    const asked = { subscriptions, refused, passedOn: [...accepted.keys()] };
    if (accepted.size === 0) return answersTo(asked, []);
    this.#asked.set(messageId, asked);
    const request = {
      cmd: 'subscribe' as const,
      messageId,
      subscriptions: [...accepted.values()].map((one) => ({ ...one })),
    };
    client.subscribe(request, (error) => error && failed(error));
    return undefined;
  }

  subscribed({ messageId = 0, granted }: ISubackPacket): number[] {
    const asked = this.#asked.get(messageId);
    if (!asked) return [];
    this.#asked.delete(messageId);
    const codes = answersTo(asked, granted as number[]);
    for (const [index, { topic, rh = 0, rap = false }] of asked.subscriptions.entries()) {
      if (isRefusal(codes[index])) continue;
      const wantsRetained = rh === 0 || (rh === 1 && !this.#kept.has(topic));
      this.#kept.set(topic, { wantsRetained, retainAsPublished: rap });
    }
    return codes;
  }

  unsubscribe(
    packet: IUnsubscribePacket,
    client: Client,
    failed: (error: Error) => void,
  ): number[] | undefined {
    const { unsubscriptions, messageId = 0 } = packet;
    if (unsubscriptions.length === 0)
      throw new Mqtt5Error(reasons.protocolError, 'an unsubscription from nothing');
    const codes = unsubscriptions.map((topic) => {
      if (!isTopicFilter(topic)) return reasons.topicFilterInvalid;
      return this.#kept.has(topic) ? reasons.normal : reasons.noSubscriptionExisted;
    });
    const passedOn = [...new Set(unsubscriptions)].filter(isTopicFilter);
    if (passedOn.length === 0) return codes;
    for (const topic of passedOn) this.#kept.delete(topic);
    this.#unasked.set(messageId, codes);
    const request = { cmd: 'unsubscribe' as const, messageId, unsubscriptions: passedOn };
    client.unsubscribe(request, (error) => error && failed(error));
    return undefined;
  }

  unsubscribed({ messageId = 0 }: IUnsubackPacket): number[] {
    const codes = this.#unasked.get(messageId) ?? [];
    this.#unasked.delete(messageId);
    return [...codes];
  }

  /** aedes sends what was retained to every new subscription; who subscribed may have asked not to get it. */
  isUnwanted({ topic, retain }: IPublishPacket): boolean {
    if (!retain) return false;
    const matching = [...this.#kept].filter(([filter]) => topicMatches(filter, topic));
    return (
      matching.length > 0 &&
      matching.every(([, { wantsRetained, retainAsPublished }]) => !wantsRetained && !retainAsPublished)
    );
  }
}

function refusals(filters: readonly string[]): Map<string, number> {
  const refused = new Map<string, number>();
  for (const filter of filters) {
    if (isShared(filter)) refused.set(filter, reasons.sharedSubscriptionsNotSupported);
    else if (!isTopicFilter(filter)) refused.set(filter, reasons.topicFilterInvalid);
  }
  return refused;
}

function answersTo({ subscriptions, refused, passedOn }: Asked, granted: readonly number[]): number[] {
  const answers = new Map(refused);
  for (const [index, filter] of passedOn.entries()) {
    const answer = granted[index] ?? refusedByAedes;
    answers.set(filter, answer === refusedByAedes ? reasons.notAuthorized : answer);
  }
  return subscriptions.map(({ topic }) => answers.get(topic) ?? reasons.unspecified);
}
