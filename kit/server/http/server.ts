import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import websocket from '@fastify/websocket';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { declarationProblems, declaredTexts } from '#kit/contract/feature.ts';
import { missing } from '#kit/kernel/errors.ts';
import { languages, parseLanguage } from '#kit/kernel/language.ts';
import type { ServedFeature } from '../context.ts';
import type { Services } from '../services.ts';
import type { Authenticator } from '../session.ts';
import { mountEndpoint } from './endpoint-route.ts';
import { asAppError, failureBody } from './envelope.ts';
import { pathsOf } from './family-paths.ts';
import { mountHealth } from './health.ts';
import { jsonSender, jsonType } from './json-answer.ts';
import { mountLiveSocket } from './live-socket.ts';
import { createMetrics, mountMetrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { proxyTrust } from './proxies.ts';
import { answerHeaders, mountSecurityHeaders, platformOriginsOf, policyHeaders } from './security-headers.ts';
import { limitBodies, timeOptions, usualTimeLimits } from './time-limits.ts';

export interface HttpParts {
  services: Services;
  served: readonly ServedFeature[];
  authenticator: Authenticator;
  version: string;
  /** answers of /healthz: every part that must work, by name */
  health: Record<string, () => Promise<boolean>>;
  /** tests that send thousands of calls from one address turn the limits off */
  limitRates: boolean;
  /** the web: assets, and the page for any address that is no call; absent in tests of the API alone */
  web?: WebPart;
}

export interface WebPart {
  mount(app: FastifyInstance): Promise<void>;
  page(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  stop?(): Promise<void>;
}

const isPageRequest = (request: FastifyRequest) =>
  request.method === 'GET' &&
  !request.url.startsWith('/api/') &&
  (request.headers.accept ?? '').includes('text/html');

const jsonBodyLimitBytes = 1 << 20;

const multipartLimits = { files: 1, fields: 20, fieldSize: 10_000, parts: 30 };

export function missingTexts({ features, texts }: Pick<Services, 'features' | 'texts'>): string[] {
  return [...declaredTexts(features)].flatMap((key) =>
    languages
      .filter((language) => !texts.has(language, key))
      .map((language) => `${key} has no text in ${language}`),
  );
}

/** Whatever answers under /api is declared, so that the reference names it; what it gives back says what is not. */
function watchRoutes(app: FastifyInstance, features: Services['features']): () => string[] {
  const undeclared = new Set<string>();
  const declared = new Set(
    features.flatMap(({ endpoints, foreign }) =>
      [...Object.values(endpoints), ...foreign].flatMap(({ method, path }) =>
        pathsOf(path).map((one) => `${method} ${one}`),
      ),
    ),
  );
  app.addHook('onRoute', ({ method, url, schema }) => {
    for (const one of [method].flat())
      if (url.startsWith('/api/') && one !== 'HEAD' && !schema?.hide && !declared.has(`${one} ${url}`))
        undeclared.add(`${one} ${url} is served and not declared`);
  });
  return () => [...undeclared];
}

/** Worked out when somebody asks for it: a second of work that a start does not wait for. */
async function mountReference(app: FastifyInstance, { services, version }: HttpParts): Promise<void> {
  let document: ReturnType<typeof openApiDocument> | undefined;
  const read = () => {
    document ??= openApiDocument(services.features, { version, publicUrl: services.config.publicUrl });
    return document;
  };
  app.get('/openapi.json', async () => read());
  await app.register(swagger, { mode: 'static', specification: { document: {} as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'none', filter: true, deepLinking: true },
    theme: { title: 'Coinyard API' },
    transformSpecification: read,
    transformSpecificationClone: false,
  });
}

export async function buildHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { services } = parts;
  const problems = [...declarationProblems(services.features), ...missingTexts(services)];
  if (problems.length > 0) throw new Error(`declarations:\n${problems.join('\n')}`);

  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged names its request itself; a logger made for every request would be made in vain.
    childLoggerFactory: (logger) => logger,
    bodyLimit: jsonBodyLimitBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    trustProxy: proxyTrust(services.config.trustProxy),
    ...timeOptions(usualTimeLimits),
    forceCloseConnections: true,
  });
  const policy = await policyHeaders(services);
  const ofAnswers = answerHeaders(policy);
  app.setErrorHandler((error, request, reply) => {
    const known = asAppError(error);
    if (!known)
      // by its pattern: what stands in the address or behind it may be somebody's phone or card
      request.log.error(
        { err: error, method: request.method, route: request.routeOptions.url },
        'unexpected failure',
      );
    const body = failureBody(
      known,
      parseLanguage(request.headers['accept-language']),
      services.texts,
      request.routeOptions.config.endpoint,
    );
    if (body.code === 503) reply.header('retry-after', '2');
    return reply.headers(ofAnswers).status(body.code).type(jsonType).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    if (parts.web && isPageRequest(request)) return parts.web.page(request, reply);
    const body = failureBody(
      missing('kit:error.noSuchCall'),
      parseLanguage(request.headers['accept-language']),
      services.texts,
    );
    return reply.headers(ofAnswers).status(404).type(jsonType).send(body);
  });

  const undeclared = watchRoutes(app, services.features);
  limitBodies(app, usualTimeLimits);
  mountSecurityHeaders(app, policy, platformOriginsOf(services.features));
  await app.register(formbody);
  await app.register(websocket, { options: { maxPayload: 16 * 1024 } });
  if (parts.limitRates) await app.register(rateLimit, { global: false });
  const metrics = createMetrics();
  mountMetrics(app, metrics);

  mountHealth(app, parts.health);
  await mountReference(app, parts);

  const sendJson = jsonSender(ofAnswers);
  const mount = (target: FastifyInstance, isWanted: (endpoint: AnyEndpoint) => boolean) => {
    for (const { feature, handlers } of parts.served) {
      for (const [name, endpoint] of Object.entries(feature.endpoints)) {
        if (!isWanted(endpoint)) continue;
        const handler = handlers[name];
        if (!handler) throw new Error(`${feature.name}.${name} has no handler`);
        for (const path of pathsOf(endpoint.path))
          mountEndpoint(target, path === endpoint.path ? endpoint : { ...endpoint, path }, handler, {
            services,
            authenticator: parts.authenticator,
            sendJson,
            limitRates: parts.limitRates,
          });
      }
    }
  };
  mount(app, (endpoint) => !endpoint.multipart);
  // In its own room: reading uploads hooks into every request around it.
  await app.register(async (room) => {
    await room.register(multipart, { limits: multipartLimits });
    mount(room, (endpoint) => endpoint.multipart);
  });
  for (const { routes } of parts.served) if (routes) await app.register((inner) => routes(inner, services));
  mountLiveSocket(app, {
    services,
    live: services.live,
    authenticator: parts.authenticator,
    sockets: metrics.sockets,
    limits: services.config.liveSockets,
  });
  await parts.web?.mount(app);
  if (undeclared().length > 0) throw new Error(`routes:\n${undeclared().join('\n')}`);
  return app;
}
