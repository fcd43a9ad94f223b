import { AppError, type ErrorKind, type FieldIssue } from '#kit/kernel/errors.ts';
import type { Language } from '#kit/kernel/language.ts';
import { type AnyEndpoint, type InputOf, isPermission, type OutputOf, requestIdHeader } from './endpoint.ts';
import { createWishes } from './wishes.ts';

export interface ClientOptions {
  baseUrl: string;
  language: () => Language;
  /** the access token, refreshed by the owner of the session when it is about to end */
  token: () => Promise<string | undefined>;
  /** told of every 401 of a call that carried a token */
  onUnauthorized?: () => void;
  /** whose client it is: calls of the other kind of people are refused here, before a token leaves the browser */
  serves?: 'staff' | 'player';
  fetch?: typeof fetch;
}

/** Public calls are anybody's. */
const servesCall = (serves: 'staff' | 'player', { access }: Pick<AnyEndpoint, 'access'>): boolean =>
  access === 'public' ||
  (access === 'player') === (serves === 'player') ||
  (isPermission(access) && access.players === true);

/** A refusal by the server, already in the user's language. */
export class CallError extends Error {
  readonly status: number;
  readonly key: string | undefined;
  readonly issues: readonly (FieldIssue & { message: string })[];
  constructor(
    message: string,
    status: number,
    key?: string,
    issues: readonly (FieldIssue & { message: string })[] = [],
  ) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.key = key;
    this.issues = issues;
  }
}

/** No answer at all: the page says "network connection failed" in its own language. */
export const networkFailure = (kind: ErrorKind = 'unavailable') => new AppError('kit:error.network', kind);

export interface CallOptions {
  signal?: AbortSignal;
  /** of the wish, where the caller keeps one for longer than a call: a form, from its opening to its end */
  requestId?: string | undefined;
}

export interface Client {
  call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>>;
  /** For uploads and downloads, which are not JSON in both directions. */
  request(path: string, init: RequestInit): Promise<Response>;
}

/** Query keys: all calls of an endpoint share the prefix, so one invalidation reaches every page of a list. */
export const queryKey = <E extends AnyEndpoint>(endpoint: E, input?: InputOf<E>) =>
  input === undefined ? [endpoint.path] : [endpoint.path, input];

function queryString(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    query.set(
      name,
      Array.isArray(value)
        ? value.join(',')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value),
    );
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch;
  const wishes = createWishes();

  async function request(path: string, init: RequestInit): Promise<Response> {
    const token = await options.token();
    const headers = new Headers(init.headers);
    headers.set('accept-language', options.language());
    if (token) headers.set('blade-auth', `bearer ${token}`);
    let response: Response;
    try {
      response = await send(options.baseUrl + path, { ...init, headers });
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw networkFailure();
    }
    if (response.status === 401 && token) options.onUnauthorized?.();
    return response;
  }

  async function call<E extends AnyEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    extra?: CallOptions,
  ): Promise<OutputOf<E>> {
    if (options.serves && !servesCall(options.serves, endpoint))
      throw new Error(`${endpoint.path} is not a call of the ${options.serves}'s client`);
    const fields = { ...(input as Record<string, unknown>) };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(fields[name]);
      delete fields[name];
      return encodeURIComponent(value);
    });
    const wish = endpoint.changes
      ? wishes.begin(
          { path, lets: endpoint.lets },
          fields,
          extra?.requestId ?? (fields.requestId as string | undefined),
        )
      : undefined;
    const named: Record<string, string> = wish ? { [requestIdHeader]: wish.id } : {};
    const query = endpoint.method === 'GET' ? queryString(fields) : '';
    const response = await request(path + query, {
      method: endpoint.method,
      signal: extra?.signal,
      ...(endpoint.method === 'GET'
        ? { headers: named }
        : { headers: { ...named, 'content-type': 'application/json' }, body: JSON.stringify(fields) }),
    }).catch((error: unknown) => {
      wish?.lost();
      throw error;
    });
    const body = (await response.json().catch(() => undefined)) as
      | {
          code?: number;
          data?: unknown;
          msg?: string;
          error?: { key: string; issues?: (FieldIssue & { message: string })[] };
        }
      | undefined;
    if (response.status >= 500 || !body) wish?.lost();
    else if (response.ok) wish?.done();
    else wish?.refused();
    if (!response.ok || !body)
      throw new CallError(body?.msg ?? '', response.status, body?.error?.key, body?.error?.issues);
    return (endpoint.answer === 'envelope' ? body.data : body) as OutputOf<E>;
  }

  return { call, request };
}
