import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Gauge } from 'prom-client';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { forbidden } from '#kit/kernel/errors.ts';
import { type Live, topicsOf } from '../live.ts';
import type { OutboxEvent } from '../outbox.ts';
import type { Services } from '../services.ts';
import type { Authenticator } from '../session.ts';
import { isOwnAddress } from './own-address.ts';
import { createSocketPlaces } from './socket-places.ts';

const hello = z.object({
  type: z.literal('hello'),
  token: z.string(),
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});
const helloTimeoutMs = 10_000;
const pingEveryMs = 25_000;
const maxBufferedBytes = 1 << 20;
const unauthorizedClose = 4401;
/** too many of this caller are open; the page asks by other calls until there is room */
const crowdedClose = 4429;
/** the page connects again at once, with what it may hear now */
const changedClose = 1012;

export interface SocketLimits {
  perAddress: number;
  perSession: number;
}

const wire = (event: OutboxEvent) => ({ ...event, seq: String(event.seq) });

/**
 * One socket per page. The client says hello with its token and the last event it saw, or names both in the address; it
 * gets what it missed, then events as they are published. A socket ends with its session: it asks again whenever that may
 * have changed, and with every ping.
 */
export function mountLiveSocket(
  app: FastifyInstance,
  parts: {
    services: Services;
    live: Live;
    authenticator: Authenticator;
    sockets: Gauge;
    limits: SocketLimits;
  },
): void {
  const places = createSocketPlaces();
  /** Browsers say from whose page they connect; programs say nothing. */
  const preValidation = async (request: FastifyRequest) => {
    const { origin } = request.headers;
    if (origin === undefined) return;
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (!url || !isOwnAddress({ services: parts.services, request }, url)) throw forbidden();
  };
  // a socket is no call: the reference says of it what OpenAPI has no words for
  const way = { websocket: true, schema: { hide: true }, preValidation } as const;
  app.get('/api/blade-websocket/message', way, (socket: WebSocket, request) => {
    // before anybody has said who they are
    const leave = places.take(`address ${request.ip}`, parts.limits.perAddress);
    if (!leave) return socket.close(crowdedClose);
    parts.sockets.inc();
    const closers: (() => void)[] = [leave, () => parts.sockets.dec()];
    const send = (message: object) => {
      // A page that does not read is cut off; it resumes from its last event.
      if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    };
    const patience = setTimeout(() => socket.close(unauthorizedClose), helloTimeoutMs);
    closers.push(() => clearTimeout(patience));
    socket.on('close', () => {
      for (const close of closers) close();
    });
    socket.on('error', () => socket.terminate());

    const start = async (message: z.infer<typeof hello>) => {
      const session = await parts.authenticator.resolve(message.token);
      if (!session) return socket.close(unauthorizedClose);
      const rise = places.take(`session ${session.sessionId}`, parts.limits.perSession);
      if (!rise) return socket.close(crowdedClose);
      // it may have closed while we looked who it is
      if (socket.readyState !== socket.OPEN) return rise();
      closers.push(rise);
      const topics = topicsOf(session);
      const waiting: OutboxEvent[] = [];
      let position: number | undefined;
      const deliver = (event: OutboxEvent) => {
        if (position === undefined) waiting.push(event);
        else if (event.seq > position) {
          position = event.seq;
          send({ type: 'event', ...wire(event) });
        }
      };
      closers.push(parts.live.subscribe(topics, deliver));
      const backlog = await parts.live.since(
        topics,
        message.after === undefined ? undefined : Number(message.after),
      );
      if (backlog.resync) send({ type: 'resync' });
      for (const event of backlog.events) send({ type: 'event', ...wire(event) });
      position = backlog.seq;
      send({ type: 'ready', seq: String(position) });
      for (const event of waiting) deliver(event);
      const stillHears = async () => {
        const now = await parts.authenticator.resolve(message.token);
        if (!now) socket.close(unauthorizedClose);
        else if (topicsOf(now).join() !== topics.join()) socket.close(changedClose);
        else return true;
        return false;
      };
      const check = () => void stillHears().catch(() => socket.terminate());
      const ping = setInterval(() => {
        stillHears().then(
          (hears) => hears && send({ type: 'ping' }),
          () => socket.terminate(),
        );
      }, pingEveryMs);
      closers.push(() => clearInterval(ping));
      const heed = parts.authenticator.onStale?.((concerns) => {
        if (concerns(session)) check();
      });
      if (heed) closers.push(heed);
      // what changed while the backlog was read was told to nobody
      check();
    };

    const take = (said: unknown) => {
      clearTimeout(patience);
      const parsed = hello.safeParse(said);
      if (!parsed.success) return socket.close(unauthorizedClose);
      start(parsed.data).catch(() => socket.terminate());
    };
    // the clients of the family name their token in the address and say nothing
    const asked = request.query as Record<string, unknown>;
    if ('token' in asked) take({ type: 'hello', ...asked });
    else socket.once('message', (data) => take(parseJson(String(data))));
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
