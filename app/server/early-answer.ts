import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import type { Feature } from '#kit/contract/feature.ts';
import type { Screen } from '#kit/contract/screen.ts';

/** A page is worth more than its first answer: when that takes longer, the page goes alone and asks itself. */
const usualPatienceMs = 200;
/** the id kit/player/early-answer.ts looks for */
const elementId = 'early-answer';

/** The call without which a player's page shows nothing, where anybody may make it and nothing happens by it. */
export function earlyCall(
  features: readonly Feature[],
  feature: string,
  screen: Screen,
): AnyEndpoint | undefined {
  if (screen.audience !== 'player' || !screen.needs) return undefined;
  const endpoint = features.find(({ name }) => name === feature)?.endpoints[screen.needs];
  const harmless = endpoint?.access === 'public' && !endpoint.changes && endpoint.answer === 'envelope';
  return harmless ? endpoint : undefined;
}

/** JSON that can stand inside a page: nothing in it ends the element. */
export const inPage = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');
const dataElement = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${inPage(value)}</script>`;

/** What kit/ui/app-config.ts would have to ask for. */
export async function appConfigElement({ server }: FastifyRequest): Promise<string> {
  const call = { method: 'GET', url: '/app-config.json' } as const;
  // a server of pages alone, as in the bench, would answer with a page and ask itself for ever
  if (!server.hasRoute(call)) return '';
  const answer = await server.inject(call);
  return answer.statusCode === 200 ? dataElement('app-config', answer.json()) : '';
}

/** Asks the call in the caller's name with what stands in the page's address; empty when there is no good answer in time. */
export async function earlyAnswer(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  language: string,
  patienceMs = usualPatienceMs,
): Promise<string> {
  const known = new Set(Object.keys(endpoint.input.shape));
  const input = Object.fromEntries(
    [...new URL(request.url, 'http://page').searchParams].filter(([name]) => known.has(name)),
  );
  if (Object.keys(input).length === 0) return '';
  const asked = request.server.inject({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.method === 'GET' ? { query: input } : { payload: input }),
    headers: { 'accept-language': language },
    remoteAddress: request.ip,
  });
  const answer = await Promise.race([asked, wait(patienceMs)]);
  if (answer?.statusCode !== 200) return '';
  const { data } = answer.json<{ data: unknown }>();
  return dataElement(elementId, { path: endpoint.path, input, data });
}
