import type { z } from 'zod';
import type { EventDeclaration, Refresher } from './event.ts';

/** Which kind of organisation an account acts for. A permission belongs to one or more realms and is void outside them. */
export const realms = ['platform', 'agent', 'merchant'] as const;
export type Realm = (typeof realms)[number];

export interface Permission {
  /** `<feature>.<right>`; its name is the translation `<feature>:permission.<right>` */
  permission: string;
  realms: readonly Realm[];
}

/**
 * public: anyone; session: any logged-in staff account; player: a logged-in player;
 * otherwise a permission. There is no default: an endpoint says who may call it.
 */
export type Access = 'public' | 'session' | 'player' | Permission;

export const permit = (permission: string, ...of: Realm[]): Permission => ({
  permission,
  realms: of.length > 0 ? of : ['merchant'],
});

export interface RateLimit {
  max: number;
  windowSeconds: number;
}

export interface Endpoint<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  method: 'GET' | 'POST';
  path: `/${string}`;
  access: A;
  /** Query ∪ form ∪ JSON ∪ path parameters, unless `place` narrows it. Unknown parameters are dropped. */
  input: I;
  output: O;
  place: 'merged' | 'json';
  /** envelope: {code, success, data, msg}; top: the fields stand beside `code`; raw: the handler writes the reply itself. */
  answer: 'envelope' | 'top' | 'raw';
  multipart: boolean;
  rate?: RateLimit;
  /** GET calls of the wire that change something; the page client then treats them as mutations. */
  changes: boolean;
  /** events that make this answer stale: pages that show it load it anew */
  refreshedBy: readonly (EventDeclaration | Refresher)[];
  /** events this call causes: whoever made it loads anew what they refresh, without waiting to be told */
  emits: readonly EventDeclaration[];
  /** exists in a demo and nowhere else */
  onlyDemo: boolean;
  /** Named in words for the API reference; translated names of screens do not serve there. */
  summary: string;
}

type Options<I extends z.ZodObject, O extends z.ZodType, A extends Access> = Pick<
  Endpoint<I, O, A>,
  'method' | 'path' | 'access' | 'input' | 'output' | 'summary'
> &
  Partial<
    Pick<
      Endpoint<I, O, A>,
      'place' | 'answer' | 'multipart' | 'rate' | 'changes' | 'refreshedBy' | 'emits' | 'onlyDemo'
    >
  >;

export function defineEndpoint<I extends z.ZodObject, O extends z.ZodType, const A extends Access>(
  options: Options<I, O, A>,
): Endpoint<I, O, A> {
  return {
    place: 'merged',
    answer: 'envelope',
    multipart: false,
    changes: options.method === 'POST',
    refreshedBy: [],
    emits: [],
    onlyDemo: false,
    ...options,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a contract holds endpoints of every shape
export type AnyEndpoint = Endpoint<any, any, Access>;
export type Contract = Record<string, AnyEndpoint>;

/** What a caller passes (before defaults) and what a handler receives (after them). */
export type InputOf<E extends AnyEndpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends AnyEndpoint> = z.output<E['input']>;
export type OutputOf<E extends AnyEndpoint> = z.output<E['output']>;
/** What a handler returns; the output schema then strips what it does not name. */
export type ResultOf<E extends AnyEndpoint> = z.input<E['output']>;

export const isPermission = (access: Access): access is Permission => typeof access === 'object';
