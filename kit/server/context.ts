import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint, Contract, ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import type { Feature } from '#kit/contract/feature.ts';
import type { ErrorParams } from '#kit/kernel/errors.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { Clock } from '#kit/kernel/time.ts';
import type { BooksCheck } from './books-check.ts';
import type { Database } from './database.ts';
import type { JobDeclaration } from './jobs.ts';
import type { Services } from './services.ts';
import type { PlayerSession, StaffSession } from './session.ts';

/** What every handler is given. `session` has the kind that the endpoint's access promises. */
export interface Context<S = StaffSession | PlayerSession | undefined> {
  readonly session: S;
  readonly db: Database;
  readonly services: Services;
  readonly clock: Clock;
  readonly language: Language;
  /** the caller's network address, for limits and the log */
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type SessionFor<E extends AnyEndpoint> = E['access'] extends 'public'
  ? StaffSession | PlayerSession | undefined
  : E['access'] extends 'player'
    ? PlayerSession
    : E['access'] extends { players: true }
      ? StaffSession | PlayerSession
      : StaffSession;

export type ContextFor<E extends AnyEndpoint> = Context<SessionFor<E>>;
export type StaffContext = Context<StaffSession>;

/** Words in the caller's language. */
export type Say = (key: string, params?: ErrorParams) => string;
export const sayFor =
  ({ services, language }: Pick<Context, 'services' | 'language'>): Say =>
  (key, params) =>
    services.texts.say(language, key, params);

export type Handler<E extends AnyEndpoint> = (
  context: ContextFor<E>,
  input: ParsedInputOf<E>,
) => Promise<ResultOf<E> | Unsaid<E>>;
/** A call that only does something needs no `return {}`. */
// biome-ignore lint/suspicious/noConfusingVoidType: of a function that returns nothing
type Unsaid<E extends AnyEndpoint> = ResultOf<E> extends Record<string, never> ? void : never;
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };

export interface ServedFeature {
  readonly feature: Feature;
  // biome-ignore lint/suspicious/noExplicitAny: handlers of every shape, paired with their endpoints by key
  readonly handlers: Record<string, Handler<any>>;
  readonly jobs: readonly JobDeclaration[];
  readonly checks: readonly BooksCheck[];
  /** runs once before the server answers: caches, subscriptions; what it gives back undoes it */
  readonly start?: (services: Services) => Promise<(() => Promise<void>) | void>;
  /** runs once after every feature has started: whatever calls upon the others */
  readonly ready?: (services: Services) => Promise<(() => Promise<void>) | void>;
  /** for what speaks a protocol that is not ours: signed uploads, callbacks of payment platforms */
  readonly routes?: (app: FastifyInstance, services: Services) => Promise<void>;
}

/** The server half of a feature: a handler for each endpoint of its contract, no more and no less. */
export function serveFeature<C extends Contract>(
  feature: Feature<C>,
  parts: { handlers: Handlers<C> } & Partial<
    Pick<ServedFeature, 'jobs' | 'checks' | 'start' | 'ready' | 'routes'>
  >,
): ServedFeature {
  return {
    feature: feature as unknown as Feature,
    // biome-ignore lint/suspicious/noExplicitAny: see ServedFeature
    handlers: parts.handlers as unknown as Record<string, Handler<any>>,
    jobs: parts.jobs ?? [],
    checks: parts.checks ?? [],
    start: parts.start,
    ready: parts.ready,
    routes: parts.routes,
  };
}
