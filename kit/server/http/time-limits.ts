import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';

export interface TimeLimits {
  /** for the head of a request to arrive */
  headersMs: number;
  /** for the body of an ordinary call, which is small */
  bodyMs: number;
  /** for a whole request: 200 MB from a phone at half a megabit a second */
  requestMs: number;
  /** without a byte either way, the time a handler works included */
  idleMs: number;
  /** how often requests under way are looked at */
  lookMs: number;
}

export const usualTimeLimits: TimeLimits = {
  headersMs: 30 * secondMs,
  bodyMs: minuteMs,
  requestMs: hourMs,
  idleMs: 2 * minuteMs,
  lookMs: 10 * secondMs,
};

/** Node itself holds the limits that are the same for every request. */
export const timeOptions = ({ headersMs, requestMs, idleMs, lookMs }: TimeLimits) => ({
  connectionTimeout: idleMs,
  requestTimeout: requestMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: lookMs },
});

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** A client that sends one byte now and then keeps its connection alive: so a call must also be complete in time. */
export function limitBodies(app: FastifyInstance, { bodyMs }: TimeLimits): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(request) && !request.routeOptions.config.longBody) {
      const tooLate = setTimeout(() => raw.destroy(), bodyMs);
      const stop = () => clearTimeout(tooLate);
      raw.once('end', stop).once('close', stop);
    }
    done();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** uploads, which may take their time */
    longBody?: boolean;
  }
}
