import type { FastifyReply } from 'fastify';
import type { PolicyHeaders } from './security-headers.ts';

export const jsonType = 'application/json; charset=utf-8';

export type SendJson = (reply: FastifyReply, json: string) => FastifyReply;

/**
 * The way of nearly every answer: a head that is always the same, written straight to the connection. A reply with more
 * headers or another status (limits of rate, a server about to close) goes Fastify's longer way.
 */
export function jsonSender(policy: PolicyHeaders): SendJson {
  const head = [...Object.entries(policy).flat(), 'content-type', jsonType, 'content-length'];
  return (reply, json) => {
    // As bytes: Node would join a string with the head and encode both the slow way as soon as one sign is Chinese.
    const body = Buffer.from(json);
    const isPlain = reply.statusCode === 200 && reply.request.method !== 'HEAD';
    if (!isPlain || Object.keys(reply.getHeaders()).length > 0)
      return reply.headers(policy).type(jsonType).send(body);
    reply.hijack();
    reply.raw.writeHead(200, [...head, String(body.length)]);
    reply.raw.end(body);
    return reply;
  };
}
