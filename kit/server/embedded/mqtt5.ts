import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Client } from 'aedes';
import {
  generate,
  type IConnackPacket,
  type IConnectPacket,
  type IPublishPacket,
  type Packet,
} from 'mqtt-packet';
import { Mqtt5Delivery } from './mqtt5-delivery.ts';
import { isRefusal, Mqtt5Error, reasonOfEnd, reasonOfReturnCode, reasons } from './mqtt5-reasons.ts';
import { anySize, idOf, limitsOf, olderConnect, olderPublish } from './mqtt5-requests.ts';
import { Mqtt5Subscriptions } from './mqtt5-subscriptions.ts';
import { createPacketReader, PacketSplitter } from './mqtt5-wire.ts';
import { type PacketLimits, StrictPackets } from './strict-packets.ts';

export interface Mqtt5Options {
  packets: PacketLimits;
  /** how many messages of QoS 2 the broker lets a client have unfinished */
  receiveMaximum: number;
  stopping(): boolean;
}

/** for the last word to arrive before the connection is cut */
const lingerMs = 2000;

/**
 * A connection in MQTT 5, which to aedes looks like one in 3.1.1. What 5 promises and 3.1.1 can not say is kept here;
 * the properties a message carries are not passed on. Sessions end with their connection.
 */
export class Mqtt5Connection extends Duplex {
  readonly #socket: Socket;
  readonly #options: Mqtt5Options;
  readonly #splitter: PacketSplitter;
  readonly #strict: StrictPackets;
  readonly #readClient = createPacketReader(5);
  readonly #readBroker = createPacketReader(4);
  readonly #subscriptions = new Mqtt5Subscriptions();
  #delivery = this.#createDelivery(0);
  #client: Client | undefined;
  #state: 'new' | 'connecting' | 'connected' | 'over' = 'new';
  #assignedId: string | undefined;
  /** messages of the client that were acknowledged and go nowhere */
  readonly #refused = new Set<number>();
  /** of what the client takes */
  #maxBytes = anySize;

  constructor(socket: Socket, options: Mqtt5Options) {
    super();
    this.#socket = socket;
    this.#options = options;
    this.#splitter = new PacketSplitter(options.packets);
    this.#strict = new StrictPackets(options.packets);
  }

  /** `client` is what aedes made of this connection. */
  begin(client: Client): void {
    this.#client = client;
    let ended = false;
    this.#socket
      .on('data', (chunk: Buffer) => {
        this.#splitter.add(chunk);
        this.#hear();
      })
      .on('end', () => {
        ended = true;
        // aedes reads to the end first
        if (this.#state !== 'over') this.push(null);
      })
      .on('error', (error) => this.destroy(error))
      .on('close', () => {
        if (!ended) this.destroy();
      })
      .resume();
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  /** The acknowledgement of this message says that it was not allowed. */
  refusePublish(messageId: number | undefined): void {
    if (messageId !== undefined) this.#refused.add(messageId);
  }

  override _read(): void {
    if (this.#state !== 'connecting') this.#socket.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    try {
      for (const packet of this.#readBroker(chunk)) this.#tell(packet);
    } catch (error) {
      this.#refuse(error);
    }
    if (this.#socket.writableNeedDrain) this.#socket.once('drain', () => done());
    else done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#state === 'connected')
      this.#send({ cmd: 'disconnect', reasonCode: reasonOfEnd(error, this.#options.stopping()) });
    this.#state = 'over';
    const socket = this.#socket.removeAllListeners('data').removeAllListeners('drain');
    if (!socket.destroyed) {
      // what still comes in is read and forgotten: bytes left unread would take the last word back
      socket.resume().end();
      socket.setTimeout(lingerMs, () => socket.destroy());
      const cut = setTimeout(() => socket.destroy(), lingerMs);
      socket.once('close', () => clearTimeout(cut));
    }
    done(error);
  }

  /** What the client sent, as far as it is whole. While aedes thinks about its login the rest waits. */
  #hear(): void {
    try {
      while (this.#state !== 'connecting' && this.#state !== 'over') {
        const bytes = this.#splitter.next();
        if (!bytes) return;
        this.#strict.check(bytes);
        const [packet] = this.#readClient(bytes);
        if (!packet) throw new Mqtt5Error(reasons.malformedPacket, 'a packet that can not be read');
        if (packet.cmd === 'connect') this.#connect(packet);
        else this.#hearPacket(packet);
      }
      this.#socket.pause();
    } catch (error) {
      this.#refuse(error);
    }
  }

  #connect(packet: IConnectPacket): void {
    if (this.#state !== 'new') throw new Mqtt5Error(reasons.protocolError, 'a second CONNECT');
    const { receiveMaximum, maxPacketBytes } = limitsOf(packet);
    this.#delivery = this.#createDelivery(receiveMaximum);
    this.#maxBytes = maxPacketBytes;
    if (packet.clientId === '') this.#assignedId = `mqtt5-${randomUUID()}`;
    this.#pass(olderConnect(packet, this.#assignedId ?? packet.clientId));
    this.#state = 'connecting';
  }

  #hearPacket(packet: Packet): void {
    switch (packet.cmd) {
      case 'publish':
        this.#pass(olderPublish(packet));
        break;
      case 'puback':
      case 'pubcomp':
        this.#pass({ cmd: packet.cmd, messageId: idOf(packet) });
        this.#delivery.acknowledged(idOf(packet));
        break;
      case 'pubrec':
        if (isRefusal(packet.reasonCode)) this.#delivery.refuse(idOf(packet));
        else this.#pass({ cmd: 'pubrec', messageId: idOf(packet) });
        break;
      case 'pubrel':
        this.#pass({ cmd: 'pubrel', messageId: idOf(packet) });
        break;
      case 'subscribe':
      case 'unsubscribe':
        this.#hearSubscription(packet);
        break;
      case 'pingreq':
        this.#pass({ cmd: 'pingreq' });
        break;
      case 'disconnect':
        this.#leave(packet.reasonCode ?? reasons.normal, packet.properties?.sessionExpiryInterval);
        break;
      default:
        throw new Mqtt5Error(reasons.protocolError, `${packet.cmd} from a client`);
    }
  }

  #hearSubscription(packet: Packet & { cmd: 'subscribe' | 'unsubscribe' }): void {
    const messageId = idOf(packet);
    const failed = (error: Error) => this.#refuse(error);
    const granted =
      packet.cmd === 'subscribe'
        ? this.#subscriptions.subscribe(packet, this.#aedes, failed)
        : this.#subscriptions.unsubscribe(packet, this.#aedes, failed);
    if (granted) this.#send({ cmd: packet.cmd === 'subscribe' ? 'suback' : 'unsuback', messageId, granted });
  }

  /** Only an ordinary goodbye takes the last will along. */
  #leave(reasonCode: number, sessionExpiryInterval = 0): void {
    if (sessionExpiryInterval > 0)
      throw new Mqtt5Error(reasons.protocolError, 'a session that is to outlive its end');
    this.#state = 'over';
    if (reasonCode === reasons.normal) this.#pass({ cmd: 'disconnect' });
    this.push(null);
  }

  /** What aedes says to the client. */
  #tell(packet: Packet): void {
    switch (packet.cmd) {
      case 'connack':
        this.#tellConnack(packet);
        break;
      case 'publish':
        if (this.#isUndeliverable(packet)) this.#delivery.withhold(packet);
        else this.#delivery.publish(packet);
        break;
      case 'pubrel':
        this.#delivery.release(packet);
        break;
      case 'puback':
        this.#send(
          this.#refused.delete(idOf(packet)) ? { ...packet, reasonCode: reasons.notAuthorized } : packet,
        );
        break;
      case 'suback':
        this.#send({ ...packet, granted: this.#subscriptions.subscribed(packet) });
        break;
      case 'unsuback':
        this.#send({ ...packet, granted: this.#subscriptions.unsubscribed(packet) });
        break;
      default:
        this.#send(packet);
    }
  }

  #tellConnack({ returnCode }: IConnackPacket): void {
    const reasonCode = reasonOfReturnCode(returnCode);
    if (isRefusal(reasonCode)) {
      this.#send({ cmd: 'connack', reasonCode, sessionPresent: false });
      this.#state = 'over';
      return;
    }
    this.#send({
      cmd: 'connack',
      reasonCode,
      sessionPresent: false,
      properties: {
        sessionExpiryInterval: 0,
        receiveMaximum: this.#options.receiveMaximum,
        maximumPacketSize: this.#options.packets.laterBytes,
        retainAvailable: true,
        wildcardSubscriptionAvailable: true,
        topicAliasMaximum: 0,
        subscriptionIdentifiersAvailable: false,
        sharedSubscriptionAvailable: false,
        ...(this.#assignedId && { assignedClientIdentifier: this.#assignedId }),
      },
    });
    this.#state = 'connected';
    // not in the middle of what aedes is saying
    setImmediate(() => {
      if (this.#state !== 'connected') return;
      this.#hear();
      this.#socket.resume();
    });
  }

  #isUndeliverable(packet: IPublishPacket): boolean {
    if (this.#subscriptions.isUnwanted(packet)) return true;
    return this.#maxBytes < anySize && inVersion5(packet).length > this.#maxBytes;
  }

  /** To aedes, in 3.1.1. */
  #pass(packet: Packet): void {
    if (!this.push(generate(packet, { protocolVersion: 4 }))) this.#socket.pause();
  }

  #send(packet: Packet): void {
    if (!this.#socket.destroyed && !this.#socket.writableEnded) this.#socket.write(inVersion5(packet));
  }

  #refuse(error: unknown): void {
    if (this.#state === 'over') return;
    const reasonCode = error instanceof Mqtt5Error ? error.reasonCode : reasons.malformedPacket;
    if (this.#state === 'connected') this.#send({ cmd: 'disconnect', reasonCode });
    else this.#send({ cmd: 'connack', reasonCode, sessionPresent: false });
    this.#state = 'over';
    this.destroy(error instanceof Error ? error : new Error(String(error)));
  }

  #createDelivery(receiveMaximum: number): Mqtt5Delivery {
    return new Mqtt5Delivery(
      receiveMaximum,
      (packet) => this.#send(packet),
      (packet) => this.#pass(packet),
    );
  }

  get #aedes(): Client {
    if (!this.#client) throw new Error('the connection has not begun');
    return this.#client;
  }
}

const inVersion5 = (packet: Packet): Buffer => generate(packet, { protocolVersion: 5 });
