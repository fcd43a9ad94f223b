import type { FastifyRequest } from 'fastify';

/** Names and addresses under which a machine reaches itself. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '');
  return address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}

/** Each is the trace of somebody in between; a browser writes none of them. */
const traces = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether the caller sits at this very machine. The connection is asked and not what proxies say of it; the name asked
 * for counts too, or a page elsewhere could have its own name led here.
 */
export function isFromThisMachine(request: Pick<FastifyRequest, 'socket' | 'headers' | 'hostname'>): boolean {
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(request.hostname) &&
    traces.every((name) => request.headers[name] === undefined)
  );
}
