/** Pages of simulated platforms as questions and answers, so that our own server can show them under its port too. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './simulator-http.ts';

export interface PageRequest {
  path: string;
  method: 'GET' | 'POST';
  /** query ∪ form */
  params: Record<string, string>;
  /** what stands before the paths where the browser sees them; empty on the simulator's own port */
  mount?: string;
}

export type PageReply = { status: number; html: string } | { status: 302; location: string };

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

export const hiddenFields = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');

/** Addresses a page may lead back to: never a script. */
export const returnUrlOf = (text: string | undefined): string | undefined =>
  text !== undefined && (/^https?:\/\//.test(text) || /^\/(?![/\\])/.test(text)) ? text : undefined;

/** Adds to the query, which stands before a fragment. */
export function withParams(url: string, params: Record<string, string>): string {
  const hashAt = url.indexOf('#');
  const before = hashAt < 0 ? url : url.slice(0, hashAt);
  const hash = hashAt < 0 ? '' : url.slice(hashAt);
  return `${before}${before.includes('?') ? '&' : '?'}${new URLSearchParams(params)}${hash}`;
}

export async function pageRequestOf(request: IncomingMessage, maxBytes: number): Promise<PageRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
  const form = new URLSearchParams((await readBody(request, maxBytes)).toString());
  return {
    path: pathname,
    method: request.method === 'POST' ? 'POST' : 'GET',
    params: { ...Object.fromEntries(searchParams), ...Object.fromEntries(form) },
  };
}

export function sendPage(response: ServerResponse, reply: PageReply): void {
  if ('location' in reply) response.writeHead(302, { location: reply.location }).end();
  else response.writeHead(reply.status, { 'content-type': 'text/html; charset=utf-8' }).end(reply.html);
}
