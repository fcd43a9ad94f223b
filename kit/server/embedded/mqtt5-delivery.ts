import type { IPublishPacket, IPubrelPacket, Packet } from 'mqtt-packet';
import { Mqtt5Error, reasons } from './mqtt5-reasons.ts';

/** more than this waiting for one slow client, and it is cut off */
const maxWaiting = 1000;

/** Keeps the promises MQTT 5 makes about what a client is sent: not too large, and not too many unacknowledged at once. */
export class Mqtt5Delivery {
  readonly #receiveMaximum: number;
  readonly #send: (packet: Packet) => void;
  readonly #answer: (packet: Packet) => void;
  readonly #inFlight = new Set<number>();
  /** in order; they leave as acknowledgements come in */
  #waiting: IPublishPacket[] = [];
  /** aedes believes these under way; the client never gets them, or does not want to hear more of them */
  readonly #ended = new Set<number>();

  /** `send` goes to the client, `answer` to aedes in the client's name. */
  constructor(receiveMaximum: number, send: (packet: Packet) => void, answer: (packet: Packet) => void) {
    this.#receiveMaximum = receiveMaximum;
    this.#send = send;
    this.#answer = answer;
  }

  publish(packet: IPublishPacket): void {
    const { qos, messageId } = packet;
    if (qos === 0 || messageId === undefined) this.#send(packet);
    else if (this.#inFlight.size < this.#receiveMaximum) {
      this.#inFlight.add(messageId);
      this.#send(packet);
    } else if (this.#waiting.length < maxWaiting) this.#waiting.push(packet);
    else throw new Mqtt5Error(reasons.quotaExceeded, `${maxWaiting} messages wait for an acknowledgement`);
  }

  /** Not sent, and for aedes as good as received. */
  withhold({ qos, messageId }: IPublishPacket): void {
    if (messageId === undefined || qos === 0) return;
    if (qos === 1) this.#answer({ cmd: 'puback', messageId });
    else this.refuse(messageId);
  }

  /** The client refuses it half-way through QoS 2: nothing more is said about it. */
  refuse(messageId: number): void {
    this.#ended.add(messageId);
    this.#answer({ cmd: 'pubrec', messageId });
    this.acknowledged(messageId);
  }

  release(packet: IPubrelPacket): void {
    const { messageId = 0 } = packet;
    if (this.#ended.delete(messageId)) this.#answer({ cmd: 'pubcomp', messageId });
    else this.#send(packet);
  }

  acknowledged(messageId: number): void {
    if (!this.#inFlight.delete(messageId)) return;
    const next = this.#waiting.shift();
    if (next) this.publish(next);
  }
}
