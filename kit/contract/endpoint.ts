import type { z } from 'zod';
import type { EventDeclaration, Refresher } from './event.ts';

/** Which kind of organisation an account acts for. A permission belongs to one or more realms and is void outside them. */
export const realms = ['platform', 'agent', 'merchant'] as const;
export type Realm = (typeof realms)[number];

export interface Permission {
  /** `<feature>.<right>`; its name is the translation `<feature>:permission.<right>` */
  permission: string;
  realms: readonly Realm[];
  /** players may call it too, about what they stand before; the handler says about what */
  players?: boolean;
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

export const orPlayers = (access: Permission): Permission & { players: true } => ({
  ...access,
  players: true,
});

export interface RateLimit {
  max: number;
  windowSeconds: number;
}

/** What leaves the house with a call and does not come back by itself. */
export const lettable = ['money', 'coins', 'goods'] as const;
export type Lettable = (typeof lettable)[number];

/**
 * What becomes of a writing call that is said a second time.
 * answered: the server keeps the first answer and gives it again, nothing is done twice;
 * recognised: the same, but a call with a request id finds the row that the first one left, by its own index;
 * because: it is carried out again, and that is right for this reason.
 */
export type Repeats = 'answered' | 'recognised' | { because: string };

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
  /**
   * envelope: {code, success, data, msg}; top: the fields stand beside `code`; raw: the handler writes the reply itself,
   * a file of one of `files`, or the envelope where there are none.
   */
  answer: 'envelope' | 'top' | 'raw';
  /** media types of a raw answer: `application/pdf`, `image/*` */
  files?: readonly string[];
  multipart: boolean;
  rate?: RateLimit;
  /** GET calls of the wire that change something; the page client then treats them as mutations. */
  changes: boolean;
  /**
   * Calls that let something out are one wish however often they are said in a short time; those that set a state are
   * that only until somebody sets another one.
   */
  lets?: Lettable;
  /**
   * Amounts of the books move through it: money of anybody's, or value that is none (coins, points, tickets). Every call
   * that moves money is raced with itself and with a withdrawal (app/server/test/races.db.test.ts).
   */
  books?: 'money' | 'value';
  /** hands out value that nobody paid for: it counts against the allowance of the person who gives it */
  gives?: boolean;
  /** sets what others may give, or agrees to it: not for those whom it limits, nor theirs to grant */
  limits?: boolean;
  repeats: Repeats;
  /** events that make this answer stale: pages that show it load it again */
  refreshedBy: readonly (EventDeclaration | Refresher)[];
  /** events this call causes: the page that made it loads again what they refresh, without waiting for the event */
  emits: readonly EventDeclaration[];
  /** exists in a demo and nowhere else */
  onlyDemo: boolean;
  /** also for a player whose account is closed and about to be deleted: to see that, and to take it back */
  whileClosed: boolean;
  /** Named in words for the API reference; translated names of screens do not serve there. */
  summary: string;
}

export type EndpointOptions<I extends z.ZodObject, O extends z.ZodType, A extends Access> = Pick<
  Endpoint<I, O, A>,
  'method' | 'path' | 'access' | 'input' | 'output' | 'summary'
> &
  Partial<
    Pick<
      Endpoint<I, O, A>,
      | 'place'
      | 'answer'
      | 'files'
      | 'multipart'
      | 'rate'
      | 'changes'
      | 'lets'
      | 'books'
      | 'gives'
      | 'limits'
      | 'repeats'
      | 'refreshedBy'
      | 'emits'
      | 'onlyDemo'
      | 'whileClosed'
    >
  >;

export function defineEndpoint<I extends z.ZodObject, O extends z.ZodType, const A extends Access>(
  options: EndpointOptions<I, O, A>,
): Endpoint<I, O, A> {
  return {
    place: 'merged',
    answer: 'envelope',
    multipart: false,
    changes: options.method === 'POST',
    repeats: 'answered',
    refreshedBy: [],
    emits: [],
    onlyDemo: false,
    whileClosed: false,
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

/** Whether a call takes a request id: every one that writes, unless it says why not. */
export const takesRequestId = ({ changes, repeats }: Pick<AnyEndpoint, 'changes' | 'repeats'>): boolean =>
  changes && typeof repeats === 'string';

/** The header that carries the id of a wish where the input has no field for it. */
export const requestIdHeader = 'idempotency-key';

export const isPermission = (access: Access): access is Permission => typeof access === 'object';
