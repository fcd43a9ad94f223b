import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { coerceInput } from '#kit/contract/coerce.ts';
import { type AnyEndpoint, isPermission, takesRequestId } from '#kit/contract/endpoint.ts';
import { fieldIssues } from '#kit/contract/issues.ts';
import { AppError, forbidden, unauthorized } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { parseLanguage } from '#kit/kernel/language.ts';
import type { Context, Handler } from '../context.ts';
import type { Database } from '../database.ts';
import type { Services } from '../services.ts';
import { type Authenticator, mayUse, type Session } from '../session.ts';
import { answerOnce, asUuid, givenRequestId } from './answer-once.ts';
import { successBody } from './envelope.ts';
import { hidePhones } from './hidden-phones.ts';
import type { SendJson } from './json-answer.ts';
import { refuseUnknownFilters } from './unknown-filters.ts';

export function bearerToken(request: FastifyRequest): string | undefined {
  const blade = request.headers['blade-auth'];
  const header = typeof blade === 'string' ? blade : request.headers.authorization;
  // `Authorization: Basic …` names the client of the family's own front ends, not a session.
  return /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
}

/** Public calls are made by both kinds of people. */
const callerOf = ({ access }: AnyEndpoint): Session['kind'] | undefined => {
  if (access === 'public' || (isPermission(access) && access.players)) return undefined;
  return access === 'player' ? 'player' : 'staff';
};

/** Who asks for what is not theirs stands in the log: by account and call, without what was sent. */
function refused(request: FastifyRequest, session: Session): AppError {
  const by = session.kind === 'player' ? { playerId: session.playerId } : { userId: session.userId };
  request.log.warn({ ...by, method: request.method, route: request.routeOptions.url }, 'call refused');
  return forbidden();
}

/** authenticated → permission of the endpoint; row scope follows from the session's own scope. */
async function admit(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<Session | undefined> {
  const token = bearerToken(request);
  const session = token ? await authenticator.resolve(token, callerOf(endpoint)) : undefined;
  const { access } = endpoint;
  const isClosed = session?.kind === 'player' && session.closed && !endpoint.whileClosed;
  if (access === 'public') return isClosed ? undefined : session;
  if (!session) throw unauthorized();
  if (isClosed) throw forbidden('kit:error.accountClosed');
  if (access === 'player') {
    if (session.kind !== 'player') throw refused(request, session);
    return session;
  }
  if (session.kind === 'player' && isPermission(access) && access.players) return session;
  if (session.kind !== 'staff') throw refused(request, session);
  if (isPermission(access) && !mayUse(session, access)) throw refused(request, session);
  return session;
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

interface Asked {
  input: object;
  /** undefined where the caller gave none, or the call takes none */
  requestId: string | undefined;
}

function readInput(endpoint: AnyEndpoint, request: FastifyRequest, session: Session | undefined): Asked {
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
  const body = endpoint.multipart ? {} : objectOf(request.body);
  const text: Record<string, unknown> = {
    ...objectOf(request.query),
    ...(isJson ? {} : body),
    ...objectOf(request.params),
  };
  refuseUnknownFilters(endpoint, { ...text, ...body }, session);
  const raw =
    endpoint.place === 'json'
      ? coerceInput(endpoint.input, { text: objectOf(request.params), json: isJson ? body : {} })
      : coerceInput(endpoint.input, { text, json: isJson ? body : {} });
  const requestId = takesRequestId(endpoint)
    ? givenRequestId(request, [body, objectOf(request.query)])
    : undefined;
  // who recognises ids by their own column finds one there, wherever it came from
  if ('requestId' in endpoint.input.shape) raw.requestId ??= requestId ? asUuid(requestId) : newId();
  const parsed = endpoint.input.safeParse(raw);
  if (parsed.success) return { input: parsed.data as object, requestId };
  const issues = fieldIssues(parsed.error);
  const first = issues[0];
  throw new AppError(first?.key ?? 'kit:error.badInput', 'invalid', first?.params, issues);
}

export function mountEndpoint(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  // biome-ignore lint/suspicious/noExplicitAny: the pairing with its endpoint is typed where the feature is served
  handler: Handler<any>,
  parts: { services: Services; authenticator: Authenticator; sendJson: SendJson; limitRates: boolean },
): void {
  const { services, authenticator, sendJson } = parts;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const language = parseLanguage(request.headers['accept-language']);
    const session = await admit(endpoint, request, authenticator);
    const { input, requestId } = readInput(endpoint, request, session);
    // a call that does not say it changes something can not: PostgreSQL refuses it
    const db = services.db.forCaller(
      () => request.raw.socket.destroyed,
      endpoint.changes ? undefined : 'read only',
    );
    const context: Omit<Context, 'db'> = {
      session,
      services,
      clock: services.clock,
      language,
      address: request.ip,
      request,
      reply,
    };
    const work = async (seen: Database) => {
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const result = await handler({ ...context, db: seen } as any, input as any);
      if (endpoint.answer === 'raw') return undefined;
      const output = endpoint.output.parse(result === undefined ? {} : result);
      return hidePhones(endpoint, output, session);
    };
    const isRecognised = endpoint.repeats === 'recognised' && requestId !== undefined;
    const output =
      session && takesRequestId(endpoint) && !isRecognised
        ? await answerOnce({ services, db, session, endpoint, input, requestId }, work)
        : await work(db);
    if (endpoint.answer === 'raw') return reply;
    return sendJson(reply, successBody(endpoint, output, services.texts.say(language, 'kit:state.ok')));
  };
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      endpoint,
      longBody: endpoint.multipart,
      ...(endpoint.rate && parts.limitRates
        ? { rateLimit: { max: endpoint.rate.max, timeWindow: endpoint.rate.windowSeconds * 1000 } }
        : {}),
    },
    handler: answer,
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint;
  }
}
