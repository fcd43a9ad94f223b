import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import { limits } from '#kit/protocol/limits.ts';
import { explainListenError, startupError } from '../startup-error.ts';
import { Mqtt5Connection } from './mqtt5.ts';
import { sniffVersion } from './mqtt5-wire.ts';
import { checkPackets } from './strict-packets.ts';

export interface BrokerCaller {
  id: string;
  /** where the connection comes from; empty when it is gone already */
  address: string;
}
export interface BrokerClient extends BrokerCaller {
  username: string;
}

export interface EmbeddedBrokerOptions {
  host: string;
  /** 0 takes any free port */
  port: number;
  /** the same broker behind TLS, on its own port */
  tls?: { port: number; cert: string; key: string };
  /** Decides about devices; the server's own connection never reaches it. */
  authenticate(
    client: BrokerCaller,
    username: string | undefined,
    password: Buffer | undefined,
  ): Promise<boolean>;
  /** Without these a device may neither publish nor subscribe. */
  authorizePublish?(client: BrokerClient, topic: string): Promise<boolean>;
  authorizeSubscribe?(client: BrokerClient, topicFilter: string): Promise<boolean>;
  log(line: string): void;
  /** how long a connection may be silent before it is closed; as the papers say unless told */
  patience?: { firstWordsMs: number; silentMs: number };
}

export interface EmbeddedBroker {
  /** Reaches the broker from this machine; `credentials` go with it. */
  url: string;
  port: number;
  tlsPort: number | undefined;
  /** The server's own user, made again at every start and known to nobody else. */
  credentials: { username: string; password: string };
  clients(): number;
  stop(): Promise<void>;
}

const serverUser = 'coinyard-server';
const badCredentials = 4;
/** machines speak every half minute; a client that is silent for so long is gone, also when it promised no keep alive */
const usualPatience = { firstWordsMs: 30_000, silentMs: 5 * 60_000 };
const handshakeMs = 10_000;
/** $-topics are nobody's to read: what was refused goes here and reaches no one */
const refusedTopic = '$refused';
/** of QoS 2 and one client; aedes cuts off who goes beyond */
const maxUnfinished = 1000;
/** a whole message of the device protocol, its topic and whatever properties come with it */
const maxPacketBytes = limits.maxMessageBytes + 64 * 1024;

export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> {
  if (options.tls) checkKey(options.tls);
  const credentials = { username: serverUser, password: randomBytes(24).toString('base64url') };
  const users = new WeakMap<Client, string>();
  const broker = await Aedes.createBroker({
    concurrency: 1000,
    connectTimeout: (options.patience ?? usualPatience).firstWordsMs,
    maxInflightInbound: maxUnfinished,
    ...accessRules(options, credentials.password, users),
  });
  for (const event of ['clientError', 'connectionError'] as const) {
    broker.on(event, (client, error) => options.log(`${event} ${client.id ?? ''}: ${error.message}`));
  }
  const reception = createReception(broker, options.patience ?? usualPatience);
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const stop = async () => {
    const closed = servers.map((server) => new Promise<void>((done) => server.close(() => done())));
    reception.close();
    await new Promise<void>((done) => broker.close(done));
    // those in the middle of a TLS handshake are nobody's yet
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  };
  const listen = async (server: Server, port: number, variable: 'MQTT_PORT' | 'MQTT_TLS_PORT') => {
    try {
      server.listen(port, options.host);
      await once(server, 'listening');
    } catch (error) {
      await stop();
      throw explainListenError(error, { host: options.host, port, variable });
    }
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    return portOf(server.address());
  };
  const tlsServer = (tls: { cert: string; key: string }) =>
    createTlsServer({ ...tls, minVersion: 'TLSv1.2', handshakeTimeout: handshakeMs }, reception.welcome);
  const port = await listen(createServer(reception.welcome), options.port, 'MQTT_PORT');
  const tlsPort = options.tls && (await listen(tlsServer(options.tls), options.tls.port, 'MQTT_TLS_PORT'));
  return {
    url: `mqtt://${reachable(options.host)}:${port}`,
    port,
    tlsPort,
    credentials,
    clients: () => broker.connectedClients,
    stop,
  };
}

/** Before anything is open. */
function checkKey(tls: { cert: string; key: string }): void {
  try {
    createSecureContext(tls);
  } catch (error) {
    const expected = {
      'zh-cn': '与 MQTT_TLS_CERT_FILE 配套的私钥',
      'en-us': 'the key of MQTT_TLS_CERT_FILE',
    };
    throw startupError('configInvalid', { name: 'MQTT_TLS_KEY_FILE', expected }, error);
  }
}

/** MQTT 3.1.1 goes straight to aedes, 5 through a translator. */
function createReception(broker: Aedes, { firstWordsMs, silentMs }: typeof usualPatience) {
  const silent = new Map<Socket, () => void>();
  const packets = { firstBytes: limits.maxConnectBytes, laterBytes: maxPacketBytes };
  const version5 = { packets, receiveMaximum: maxUnfinished, stopping: () => broker.closed };
  const handle = (socket: Socket, isVersion5: boolean): Duplex => {
    if (!isVersion5) {
      checkPackets(socket, packets);
      broker.handle(socket);
      return socket;
    }
    const connection = new Mqtt5Connection(socket, version5);
    connection.begin(broker.handle(connection));
    return connection;
  };
  return {
    welcome(socket: Socket): void {
      const forget = () => silent.delete(socket);
      socket.once('close', forget);
      const stop = sniffVersion(socket, firstWordsMs, (isVersion5) => {
        forget();
        socket.off('close', forget);
        const line = handle(socket, isVersion5);
        socket.setTimeout(silentMs, () => line.destroy(new Error('keep alive timeout')));
      });
      silent.set(socket, stop);
    },
    close(): void {
      for (const [socket, stop] of silent) {
        stop();
        socket.destroy();
      }
    },
  };
}

function accessRules(options: EmbeddedBrokerOptions, serverPassword: string, users: WeakMap<Client, string>) {
  const allowed = async (
    client: Client | null,
    topic: string,
    rule: EmbeddedBrokerOptions['authorizePublish'],
  ) => {
    // null is the broker itself, which publishes its heartbeat
    if (client === null || users.get(client) === serverUser) return true;
    // what begins with $ is the broker's own, and shared subscriptions are not served here
    if (topic.startsWith('$') || !rule) return false;
    return rule({ id: client.id, username: users.get(client) ?? '', address: addressOf(client) }, topic);
  };
  return {
    authenticate(
      client: Client,
      username: string | undefined,
      password: Buffer | undefined,
      done: (error: AuthenticateError | null, success: boolean | null) => void,
    ) {
      if (username !== undefined) users.set(client, username);
      const decision =
        username === serverUser
          ? Promise.resolve(samePassword(password, serverPassword))
          : options.authenticate({ id: client.id, address: addressOf(client) }, username, password);
      decision.then(
        (accepted) => (accepted ? done(null, true) : done(refusal(), null)),
        (error: unknown) => {
          options.log(`authentication failed: ${String(error)}`);
          done(refusal(), null);
        },
      );
    },
    authorizePublish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void) {
      allowed(client, packet.topic, options.authorizePublish).then(
        (accepted) => {
          if (!accepted) swallow(client, packet);
          done(null);
        },
        (error: Error) => done(error),
      );
    },
    authorizeSubscribe<S extends { topic: string }>(
      client: Client,
      subscription: S,
      done: (error: Error | null, subscription?: S | null) => void,
    ) {
      allowed(client, subscription.topic, options.authorizeSubscribe).then(
        (accepted) => done(null, accepted ? subscription : null),
        (error: Error) => done(error),
      );
    },
  };
}

const addressOf = ({ conn }: Client): string => (conn as Partial<Socket>).remoteAddress ?? '';

/**
 * A message that may not go where it wants is acknowledged and reaches nobody: who is cut off for it connects again and,
 * with QoS 1, sends it again, for ever. In MQTT 5 the acknowledgement says that it was refused.
 */
function swallow(client: Client | null, packet: PublishPacket): void {
  if (client?.conn instanceof Mqtt5Connection) client.conn.refusePublish(packet.messageId);
  packet.topic = refusedTopic;
  packet.payload = '';
  packet.retain = false;
}

function samePassword(given: Buffer | undefined, expected: string): boolean {
  const wanted = Buffer.from(expected);
  return given !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted);
}

function refusal(): AuthenticateError {
  return Object.assign(new Error('not authorised'), { returnCode: badCredentials }) as AuthenticateError;
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string')
    throw new Error('a TCP server has an address with a port');
  return address.port;
}

/** An address that means "every network" is listened on, not connected to. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
