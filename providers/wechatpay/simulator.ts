/** WeChat Pay's API v3 on loopback: true signatures both ways, its own memory, callbacks until they are understood. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, minuteMs, systemClock } from '#kit/kernel/time.ts';
import { demoPeople } from '../demo-people.ts';
import { openMemory } from '../simulated-memory.ts';
import { readBody, type SimulatorAddress, startSimulatorServer } from '../simulator-http.ts';
import { type PageReply, type PageRequest, pageRequestOf, sendPage } from '../simulator-pages.ts';
import { billRoutes } from './simulated-bills.ts';
import { createControl, type Faults, type WechatPayControl } from './simulated-control.ts';
import { isSignedByMerchant, type MerchantIdentity } from './simulated-guard.ts';
import { merchantKeyOf, openKeys } from './simulated-keys.ts';
import { createNotices } from './simulated-notices.ts';
import { refundRoutes, resumeRefunds } from './simulated-refunds.ts';
import { resumeShareReturns, shareReturnRoutes } from './simulated-share-returns.ts';
import { resumeSharing, sharingRoutes } from './simulated-sharing.ts';
import { sheetPath, sheetReply } from './simulated-sheet.ts';
import { tradeRoutes } from './simulated-trades.ts';
import { closeOverdueTransfers, resumeTransfers, transferRoutes } from './simulated-transfers.ts';
import {
  openShelves,
  type PlatformAnswer,
  PlatformRefusal,
  type PlatformRequest,
  type Route,
  type World,
} from './simulated-world.ts';

export interface WechatPaySimulatorOptions extends SimulatorAddress {
  mchId: string;
  appId: string;
  miniProgramAppId?: string;
  apiV3Key: string;
  /** of the merchant's API certificate: the certificate or the key in it */
  merchantPublicKeyPem: string;
  merchantSerial: string;
  /** merchants with numbers of their own; `bound: false` is one that is under another service provider */
  subMerchants?: readonly { mchId: string; bound: boolean }[];
  /** what the sheet calls the merchant */
  merchantName?: string;
  /** `PUB_KEY_ID_…`: the platform signs with a key of the newer kind and has no certificates for this merchant */
  publicKeyId?: string;
  people?: readonly { openId: string; name: string }[];
  clock?: Clock;
  /** how callbacks leave; `fetch` unless told */
  deliver?: typeof fetch;
  /** what a second of WeChat's pauses between callbacks takes; 1000 is true to life */
  repeatScaleMs?: number;
  /** each so manieth callback comes after one with a deliberately wrong signature; 0: none does */
  signTestEvery?: number;
  /** how long refunds, shares and returns take */
  settleMs?: number;
  /** people confirm transfers by themselves after so long; without it only `control.confirmTransfer` does */
  autoConfirmMs?: number;
  /** memory that outlives the process; without it everything is forgotten */
  stateFile?: string;
}

export interface WechatPaySimulator {
  url: string;
  /** the platform's certificates or public key by serial, at the start */
  platformKeys: Record<string, string>;
  control: WechatPayControl;
  /** the payment sheet, to be shown under another address too; undefined where no page stands */
  page(request: PageRequest): Promise<PageReply | undefined>;
  stop(): Promise<void>;
}

const maxBodyBytes = 64 * 1024;

const certificateRoute: Route = {
  method: 'GET',
  path: /^\/v3\/certificates$/,
  handle({ keys }) {
    const body = keys.certificateList();
    if (!body) throw new PlatformRefusal(404, 'RESOURCE_NOT_EXISTS', '无可用的平台证书');
    return { status: 200, body };
  },
};

const routes: readonly Route[] = [
  certificateRoute,
  ...tradeRoutes,
  ...refundRoutes,
  ...transferRoutes,
  ...sharingRoutes,
  ...shareReturnRoutes,
  ...billRoutes,
];

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function answer(
  world: World,
  method: string,
  url: URL,
  request: Omit<PlatformRequest, 'parts'>,
): PlatformAnswer {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(url.pathname) : null;
    if (!match) continue;
    try {
      return route.handle(world, { ...request, parts: match.slice(1).map(decodeURIComponent) });
    } catch (error) {
      if (!(error instanceof PlatformRefusal)) throw error;
      return { status: error.status, body: { code: error.code, message: error.message } };
    }
  }
  return { status: 404, body: { code: 'NOT_FOUND', message: '接口不存在' } };
}

/** Names this one answer, for a question to the platform's people. */
const requestId = () => randomBytes(20).toString('hex').toUpperCase();

/** Tasks for later that end together. */
function createTimers() {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  return {
    later(delayMs: number, task: () => void): void {
      if (isStopped) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        task();
      }, delayMs).unref();
      timers.add(timer);
    },
    stop(): void {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function openWorld(options: WechatPaySimulatorOptions, later: World['later']) {
  const clock = options.clock ?? systemClock;
  const shelf = openMemory(options.stateFile);
  const keys = await openKeys({ shelf, apiV3Key: options.apiV3Key, publicKeyId: options.publicKeyId, clock });
  const notices = createNotices({
    shelf,
    keys,
    clock,
    later,
    deliver: options.deliver ?? fetch,
    repeatScaleMs: options.repeatScaleMs ?? 1000,
    signTestEvery: options.signTestEvery ?? 20,
  });
  const world: World = {
    merchant: {
      mchId: options.mchId,
      appIds: options.miniProgramAppId ? [options.appId, options.miniProgramAppId] : [options.appId],
      subMerchants: new Map((options.subMerchants ?? []).map(({ mchId, bound }) => [mchId, { bound }])),
    },
    clock,
    keys,
    notify: notices.notify,
    moods: {
      lacksMoney: false,
      refundOutcome: 'SUCCESS',
      refusedReceivers: new Map(),
      refusedReturns: new Map(),
      poorReceivers: new Set(),
    },
    settleMs: options.settleMs ?? 1000,
    autoConfirmMs: options.autoConfirmMs,
    later,
    ...openShelves(shelf),
    bills: new Map(),
  };
  return { world, notices };
}

async function talk(
  world: World,
  faults: Faults,
  merchant: MerchantIdentity,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://wechatpay');
  const method = request.method ?? 'GET';
  const body = (await readBody(request, maxBodyBytes)).toString('utf8');
  if (faults.answerDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.answerDelayMs));
  if (
    !isSignedByMerchant(merchant, { method, path: url.pathname + url.search, body, headers: request.headers })
  ) {
    // WeChat signs its answers to requests that were signed rightly, and only those
    response.writeHead(401, { 'content-type': 'application/json', 'request-id': requestId() });
    response.end(JSON.stringify({ code: 'SIGN_ERROR', message: '签名错误，请检查后再试' }));
    return;
  }
  const serial = request.headers['wechatpay-serial'];
  const wantedSerial = typeof serial === 'string' ? serial : undefined;
  const reply: PlatformAnswer = faults.systemError
    ? { status: 500, body: { code: 'SYSTEM_ERROR', message: '系统异常，请稍后重试' } }
    : answer(world, method, url, { query: url.searchParams, body: parsed(body), serial: wantedSerial });
  if (faults.takeOne('loseAnswers')) {
    request.socket.destroy();
    return;
  }
  if (reply.file) {
    const { content, type } = reply.file;
    response.writeHead(reply.status, { 'content-type': type, 'request-id': requestId() });
    response.end(content);
    return;
  }
  const text = reply.body ? JSON.stringify(reply.body) : '';
  const headers = world.keys.sign(faults.takeOne('forgeAnswers') ? `${text} ` : text, wantedSerial);
  response.writeHead(reply.status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'request-id': requestId(),
  });
  response.end(text);
}

export async function startWechatPaySimulator(
  options: WechatPaySimulatorOptions,
): Promise<WechatPaySimulator> {
  const timers = createTimers();
  const { world, notices } = await openWorld(options, timers.later);
  const { control, faults } = createControl(world, notices);
  const merchant: MerchantIdentity = {
    mchId: options.mchId,
    serial: options.merchantSerial,
    key: merchantKeyOf(options.merchantPublicKeyPem),
    clock: world.clock,
  };
  const sheet = {
    merchantName: options.merchantName ?? 'Coinyard',
    people: options.people ?? demoPeople.filter(({ platform }) => platform === 'wechat'),
  };

  async function page(request: PageRequest): Promise<PageReply | undefined> {
    return request.path === sheetPath ? sheetReply(world, request, sheet) : undefined;
  }

  const server = await startSimulatorServer(options, async (request, response) => {
    if (faults.outage) {
      request.socket.destroy();
      return;
    }
    if (request.url?.startsWith('/v3/')) {
      await talk(world, faults, merchant, request, response);
      return;
    }
    const reply = await page(await pageRequestOf(request, maxBodyBytes));
    if (reply) sendPage(response, reply);
    else response.writeHead(404).end();
  });

  resumeRefunds(world);
  resumeTransfers(world);
  resumeSharing(world);
  resumeShareReturns(world);
  notices.resume();
  const sweep = setInterval(() => closeOverdueTransfers(world), minuteMs).unref();

  return {
    url: server.url,
    platformKeys: world.keys.publicKeys(),
    control,
    page,
    async stop() {
      clearInterval(sweep);
      timers.stop();
      await notices.stop();
      await server.close();
    },
  };
}
