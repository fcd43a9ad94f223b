import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Feature } from '#kit/contract/feature.ts';
import { platformScripts } from '#kit/contract/screen.ts';
import { outermostScreens, placeScreens } from '#kit/contract/screen-places.ts';
import { softApAddress } from '#kit/protocol/pairing.ts';
import type { Services } from '../services.ts';

/** All the web needs comes from our own origin; pictures may also be local previews. */
const contentSecurityPolicy = {
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'self'"],
    upgradeInsecureRequests: null,
  },
};

/** 'self' means our socket too, except to browsers of before 2022: they are told its name where we know it. */
const ownSocket = (publicUrl: string | undefined): string[] =>
  publicUrl === undefined ? [] : [new URL(publicUrl).origin.replace(/^http/, 'ws')];

/** Map tiles come from that host. Its placeholders stand in the path. */
const tileHost = (template: string | undefined): string[] =>
  template === undefined ? [] : [new URL(template).origin];

/** What pages use: the camera to scan codes, the place of a new site. Bluetooth has no word here yet, and is ours alone without one. */
const permissionsPolicy = [
  ...['camera', 'geolocation', 'clipboard-write', 'fullscreen'].map((name) => `${name}=(self)`),
  ...['accelerometer', 'display-capture', 'gyroscope', 'microphone', 'midi', 'payment', 'serial', 'usb'].map(
    (name) => `${name}=()`,
  ),
].join(', ');

type PolicyParts = Pick<Services, 'config' | 'demo'>;

const simulatedMachines = 'http://127.0.0.1:*';

function helmetOptions({ config, demo }: PolicyParts): FastifyHelmetOptions {
  const trusted = config.trustedParentOrigins;
  return {
    contentSecurityPolicy: {
      directives: {
        ...contentSecurityPolicy.directives,
        frameAncestors: ["'self'", ...trusted],
        imgSrc: [...contentSecurityPolicy.directives.imgSrc, ...tileHost(config.mapTiles?.url)],
        connectSrc: [
          ...contentSecurityPolicy.directives.connectSrc,
          ...ownSocket(config.publicUrl),
          // a machine in pairing mode answers at its own address; simulated ones at a port of this machine
          softApAddress,
          ...(demo ? [simulatedMachines] : []),
          // Vite's own, at its own port
          ...(config.web === 'vite' ? ['ws:'] : []),
        ],
        // Vite puts scripts into the page itself; only while developing.
        ...(config.web === 'vite' ? { scriptSrc: ["'self'", "'unsafe-inline'"] } : {}),
      },
    },
    frameguard: trusted.length > 0 ? false : { action: 'sameorigin' },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ?? false,
    crossOriginEmbedderPolicy: false,
  };
}

export type PolicyHeaders = Readonly<Record<string, string>>;

/** Written by Fastify about its own answer and no part of the policy. */
const ownHeaders = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

/**
 * Helmet works its headers out again for every answer, which cost a fifth of a call. Ours never change while the server
 * runs, so Helmet is asked once, on a server without a port.
 */
export async function policyHeaders(parts: PolicyParts): Promise<PolicyHeaders> {
  const probe = Fastify();
  await probe.register(helmet, helmetOptions(parts));
  probe.get('/', async () => '');
  const { headers } = await probe.inject('/');
  await probe.close();
  return {
    ...Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !ownHeaders.has(name))
        .map(([name, value]) => [name, String(value)]),
    ),
    'permissions-policy': permissionsPolicy,
  };
}

const scriptPolicy = 'content-security-policy';
const ownScripts = "script-src 'self'";

/** The origin whose scripts a page may run besides our own: inside that platform's browser, where the page asks for it. */
export function platformOriginsOf(features: readonly Feature[]) {
  const pages = features.flatMap(({ screens }) =>
    placeScreens(outermostScreens(screens)).flatMap(({ screen, paths }) =>
      (screen.platforms ?? []).flatMap((platform) =>
        paths.map((path) => ({ path, ...platformScripts[platform] })),
      ),
    ),
  );
  return (url: string, userAgent = ''): string | undefined => {
    const [path = ''] = url.split('?', 1);
    const own = path.replace(/\/$/, '');
    return pages.find((page) => page.path === own && userAgent.includes(page.agent))?.origin;
  };
}

/** Answers are about people and money: nobody on the way keeps them, nor the browser when its next user goes back. */
export const answerHeaders = (policy: PolicyHeaders): PolicyHeaders => ({
  ...policy,
  'cache-control': 'no-store',
});

/** Answers in our envelope carry the headers from where they are written (endpoint-route, error handler); these are all others. */
export function mountSecurityHeaders(
  app: FastifyInstance,
  policy: PolicyHeaders,
  platformOrigin: ReturnType<typeof platformOriginsOf>,
): void {
  const rawAnswer = answerHeaders(policy);
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    // what may be kept after all says so itself
    if (!endpoint) {
      reply.headers(policy);
      const origin = platformOrigin(request.url, request.headers['user-agent']);
      const widened = origin && policy[scriptPolicy]?.replace(ownScripts, `${ownScripts} ${origin}`);
      if (widened) reply.header(scriptPolicy, widened);
    } else if (endpoint.answer === 'raw') reply.headers(rawAnswer);
    done();
  });
}
