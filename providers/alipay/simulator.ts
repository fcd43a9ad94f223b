/** Alipay on loopback: true signatures both ways, its own memory, notices that repeat until they are understood. */
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { demoPeople } from '../demo-people.ts';
import type { PastPaid } from '../pay-channel.ts';
import { readBody, type SimulatorAddress, startSimulatorServer } from '../simulator-http.ts';
import type { AlipayCertificates } from './gateway.ts';
import {
  createBooks,
  emptyState,
  type SimulatedState,
  type SimulatedTrade,
  type SimulatedTransfer,
} from './simulated-books.ts';
import { certificateNumber, issueCertificates } from './simulated-certificates.ts';
import { answerRequest, type GatewayRules } from './simulated-gateway.ts';
import { createNotices, noticeFields } from './simulated-notices.ts';
import { createScreens, type PageReply, type PageRequest, pagePaths } from './simulated-screens.ts';
import { signNotice } from './simulated-signing.ts';

export interface AlipaySimulatorOptions extends SimulatorAddress {
  appId: string;
  sellerId: string;
  merchantPublicKeyPem: string;
  /** numbers (SMID) of merchants admitted under the seller */
  subMerchants?: readonly string[];
  /** what the cashier calls us */
  merchantName?: string;
  people?: readonly { openId: string; name: string }[];
  now?: () => number;
  deliver?: typeof fetch;
  /** 1 keeps Alipay's own pauses between repeated notices */
  repeatScale?: number;
  /** memory that outlives the process; without it everything is forgotten */
  stateFile?: string;
  /** told when the memory could not be written */
  onTrouble?: (error: unknown) => void;
}

export interface AlipayControl {
  /** a person pays: by our number of the trade */
  pay(outTradeNo: string, payer: { openId: string }): SimulatedTrade;
  /** a payment of earlier days, of which nobody is told; answers Alipay's number */
  rememberPaid(past: PastPaid): string;
  trades(): SimulatedTrade[];
  transfers(): SimulatedTransfer[];
  /** no call gets an answer */
  outage(on: boolean): void;
  /** that many calls are carried out and their answers get lost on the way */
  loseAnswers(count: number): void;
  /** that many calls are answered with a signature nobody can check */
  forgeAnswers(count: number): void;
  loseNotices(count: number): void;
  delayNotices(delayMs: number): void;
  /** sends what waits for its repetition, and waits for the answers */
  flushNotices(): Promise<void>;
  /** neither refunds nor transfers find money */
  sellerBroke(on: boolean): void;
  /** new transfers stay DEALING until they are settled */
  holdTransfers(on: boolean): void;
  settleTransfer(outBizNo: string, status: 'SUCCESS' | 'FAIL' | 'REFUND', reason?: string): void;
  /** the body of a notice with a true signature, with some fields said otherwise */
  notice(outTradeNo: string, changes?: Record<string, string>): string;
}

export interface AlipaySimulator {
  url: string;
  gateway: string;
  authorizePage: string;
  alipayPublicKeyPem: string;
  /** what it has handed out to the app, for who signs with a certificate */
  certificates: AlipayCertificates;
  control: AlipayControl;
  /** the pages, to be shown under another address; undefined where none stands */
  page(request: PageRequest): Promise<PageReply | undefined>;
  stop(): Promise<void>;
}

interface Kept {
  privateKeyPem: string;
  state: SimulatedState;
}

const maxBodyBytes = 64 * 1024;
const keyBits = 2048;

function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: keyBits });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function recall(stateFile: string | undefined): Kept {
  if (stateFile)
    try {
      return JSON.parse(readFileSync(stateFile, 'utf8')) as Kept;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  return { privateKeyPem: newKey(), state: emptyState() };
}

/** Writes one after the other, the last state always; what was asked for meanwhile is written together. */
function createKeeper(stateFile: string | undefined, kept: Kept) {
  let writing: Promise<void> | undefined;
  let again = false;
  const keep = async (): Promise<void> => {
    if (!stateFile) return;
    if (writing) {
      again = true;
      return writing;
    }
    writing = (async () => {
      do {
        again = false;
        // several servers may keep one demo's folder: none takes the other's half-written file
        const staging = `${stateFile}.${randomUUID()}.new`;
        await writeFile(staging, JSON.stringify(kept), { mode: 0o600 });
        await rename(staging, stateFile).catch(async (error: unknown) => {
          await rm(staging, { force: true });
          throw error;
        });
      } while (again);
    })().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  return keep;
}

async function paramsOf(request: IncomingMessage): Promise<{ path: string; params: Record<string, string> }> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
  const form = new URLSearchParams((await readBody(request, maxBodyBytes)).toString());
  return { path: pathname, params: { ...Object.fromEntries(searchParams), ...Object.fromEntries(form) } };
}

function sendPage(response: ServerResponse, reply: PageReply): void {
  if ('location' in reply) response.writeHead(302, { location: reply.location }).end();
  else response.writeHead(reply.status, { 'content-type': 'text/html; charset=utf-8' }).end(reply.html);
}

export async function startAlipaySimulator(options: AlipaySimulatorOptions): Promise<AlipaySimulator> {
  const {
    now = Date.now,
    people = demoPeople.filter(({ platform }) => platform === 'alipay'),
    merchantName = 'Coinyard',
  } = options;
  const kept = recall(options.stateFile);
  const { state, privateKeyPem } = kept;
  const keep = createKeeper(options.stateFile, kept);
  /** where nobody waits for it; what could not be written now is written with the next change */
  const keepLater = () => void keep().catch(options.onTrouble ?? (() => undefined));
  const notices = createNotices({
    ...options,
    state,
    now,
    alipayPrivateKeyPem: privateKeyPem,
    deliver: options.deliver ?? fetch,
    repeatScale: options.repeatScale ?? 1,
    onChange: keepLater,
  });
  const { subMerchants = [] } = options;
  const books = createBooks({ state, now, people, subMerchants, onChange: notices.tell });
  const certificates = issueCertificates({
    alipayPrivateKeyPem: privateKeyPem,
    merchantPublicKeyPem: options.merchantPublicKeyPem,
    nowMs: now(),
  });
  const rules: GatewayRules = {
    appId: options.appId,
    merchantPublicKeyPem: options.merchantPublicKeyPem,
    alipayPrivateKeyPem: privateKeyPem,
    certificates: {
      app: certificateNumber(certificates.appPem),
      alipay: certificateNumber(certificates.alipayPem),
      root: certificateNumber(certificates.rootPem),
    },
    books,
  };
  const openPage = createScreens({ rules, merchantName, people, trades: () => Object.values(state.trades) });
  const faults = { outage: false, loseAnswers: 0, forgeAnswers: 0 };
  const takeFault = (name: 'loseAnswers' | 'forgeAnswers') => {
    if (faults[name] === 0) return false;
    faults[name] -= 1;
    return true;
  };

  async function page(request: PageRequest): Promise<PageReply | undefined> {
    const reply = openPage(request);
    await keep();
    return reply;
  }

  const server = await startSimulatorServer(options, async (request, response) => {
    if (faults.outage) {
      request.socket.destroy();
      return;
    }
    const { path, params } = await paramsOf(request);
    const reply = await page({ path, params, method: request.method === 'POST' ? 'POST' : 'GET' });
    if (reply) {
      sendPage(response, reply);
      return;
    }
    if (path !== pagePaths.gateway) {
      response.writeHead(404).end();
      return;
    }
    const answer = answerRequest(rules, params);
    await keep();
    // Not a broken connection: the SDK would ask again by itself, and the answer would not be lost.
    if (takeFault('loseAnswers')) response.writeHead(504).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(takeFault('forgeAnswers') ? answer.replace(/"sign":"..../, '"sign":"AAAA') : answer);
  });

  return {
    url: server.url,
    gateway: server.url + pagePaths.gateway,
    authorizePage: server.url + pagePaths.authorize,
    alipayPublicKeyPem: createPublicKey(privateKeyPem).export({ type: 'spki', format: 'pem' }).toString(),
    certificates,
    page,
    async stop() {
      await server.close();
      await notices.stop();
      await keep().catch(options.onTrouble ?? (() => undefined));
    },
    control: {
      pay: (outTradeNo, { openId }) => {
        const trade = books.payTrade(outTradeNo, openId);
        keepLater();
        return structuredClone(trade);
      },
      rememberPaid: (past) => {
        const { tradeNo } = books.rememberPaid(past);
        keepLater();
        return tradeNo;
      },
      trades: () => structuredClone(Object.values(state.trades)),
      transfers: () => structuredClone(Object.values(state.transfers)),
      outage: (on) => {
        faults.outage = on;
      },
      loseAnswers: (count) => {
        faults.loseAnswers = count;
      },
      forgeAnswers: (count) => {
        faults.forgeAnswers = count;
      },
      loseNotices: (count) => {
        notices.faults.lose = count;
      },
      delayNotices: (delayMs) => {
        notices.faults.delayMs = delayMs;
      },
      flushNotices: () => notices.flush(),
      sellerBroke: (on) => {
        books.switches.sellerBroke = on;
      },
      holdTransfers: (on) => {
        books.switches.holdTransfers = on;
      },
      settleTransfer: (outBizNo, status, reason) => {
        Object.assign(books.needTransfer(outBizNo), { status, failReason: reason });
        keepLater();
      },
      notice: (outTradeNo, changes = {}) =>
        signNotice(
          { ...noticeFields({ ...options, now }, books.needTrade(outTradeNo)), ...changes },
          privateKeyPem,
        ),
    },
  };
}
