import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** for features whose routes count something of their own */
    metrics: Registry;
  }
}

export interface Metrics {
  registry: Registry;
  sockets: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    sockets: new Gauge({
      name: 'coinyard_live_sockets',
      help: 'Open live-update sockets',
      registers: [registry],
    }),
  };
}

/** Times every answer by route pattern, never by raw address: labels stay few. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.decorate('metrics', metrics.registry);
  const duration = new Histogram({
    name: 'coinyard_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics.registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
