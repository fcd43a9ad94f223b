import type { AnyEndpoint, InputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { isPermission } from '#kit/contract/endpoint.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Services } from '#kit/server/services.ts';
import { mayUse } from '#kit/server/session.ts';
import { maxOfKind, type SearchHit, type SearchKind } from '../contract/search.ts';

/** Finds things of one kind for somebody; nothing where they have no right to the list they stand in. */
interface Searcher {
  kind: SearchKind;
  find(context: StaffContext, text: string): Promise<SearchHit[]>;
}

export interface SearchOptions<E extends AnyEndpoint> {
  kind: SearchKind;
  /** the list in which a person would look it up: its right and its scope are those of the search */
  endpoint: E;
  handler: Handler<E>;
  /** what the list is asked: nothing, or something its schema refuses, where the text can name none of its things */
  input(text: string): InputOf<E> | undefined;
  hits(found: ResultOf<E>, text: string, context: StaffContext): SearchHit[];
}

const searchers = new WeakMap<Services, Searcher[]>();

const mayAsk = ({ session }: StaffContext, { access }: AnyEndpoint) =>
  access === 'session' || (isPermission(access) && mayUse(session, access));

/** Called from the `start` of a feature whose things can be searched for. */
export function registerSearch<E extends AnyEndpoint>(services: Services, options: SearchOptions<E>): void {
  const { kind, endpoint, handler, input, hits } = options;
  const searcher: Searcher = {
    kind,
    async find(context, text) {
      if (!mayAsk(context, endpoint)) return [];
      const asked = endpoint.input.safeParse(input(text));
      if (!asked.success) return [];
      const found = await handler(
        context as Parameters<Handler<E>>[0],
        asked.data as Parameters<Handler<E>>[1],
      );
      return hits(found as ResultOf<E>, text, context)
        .sort((a, b) => Number(b.exact) - Number(a.exact))
        .slice(0, maxOfKind);
    },
  };
  searchers.set(services, [...(searchers.get(services) ?? []), searcher]);
}

export const searchersOf = (services: Services): readonly Searcher[] => searchers.get(services) ?? [];
