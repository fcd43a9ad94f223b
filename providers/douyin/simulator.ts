/** Douyin's life services on loopback: tokens, authorisation, codes, records, settlement, webhooks. */
import type { IncomingMessage } from 'node:http';
import { newDigits } from '#kit/kernel/ids.ts';
import { type Clock, dayMs, secondMs, systemClock } from '#kit/kernel/time.ts';
import { dealAuthorisePage, dealMessagePage } from '../deal-pages.ts';
import type { DealSimulator, SimulatedStore } from '../deal-simulator.ts';
import { createDealMemory } from '../simulated-deals.ts';
import { createTroubles } from '../simulated-trouble.ts';
import { readBody, type SimulatorAddress, startSimulatorServer } from '../simulator-http.ts';
import { type PageReply, type PageRequest, pageRequestOf, sendPage } from '../simulator-pages.ts';
import { paths, tokenPath } from './api.ts';
import { sameSignature, signV2 } from './signing.ts';
import { createCodes } from './simulated-codes.ts';
import { createLists } from './simulated-lists.ts';
import { createNotices } from './simulated-notices.ts';
import { DouyinRefusal, envelope, refusedEnvelope } from './simulated-refusal.ts';
import { createClientTokens } from './simulated-tokens.ts';

export interface DouyinSimulatorOptions extends SimulatorAddress {
  clientKey: string;
  clientSecret: string;
  accountId: string;
  accountName: string;
  stores: readonly SimulatedStore[];
  clock?: Clock;
  /** where our webhook listens */
  noticeUrl?: () => string;
  deliver?: typeof fetch;
  /** what it remembers over a restart */
  stateFile?: string;
}

export interface DouyinSimulator extends DealSimulator {
  /** what the console does before it takes our address; whether we answered rightly */
  tryWebhook(): Promise<boolean>;
  /** as if somebody else had fetched a token, and its grace were over */
  endTokens(): void;
  authoriseUrl: string;
}

export const authorisePath = '/auth-isv/';
const linkPath = '/s/';
const urlLifeMs = dayMs;
const maxBodyBytes = 64 * 1024;

const bodyOf = (body: Buffer): Record<string, unknown> => {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return Object.fromEntries(new URLSearchParams(body.toString()));
  }
};

export async function startDouyinSimulator(options: DouyinSimulatorOptions): Promise<DouyinSimulator> {
  const { clientKey, clientSecret, accountId } = options;
  const clock = options.clock ?? systemClock;
  let authorised = true;
  let url = '';
  const memory = createDealMemory({
    clock,
    accountId,
    stores: options.stores,
    numbers: {
      deal: () => `17${newDigits(14)}`,
      group: () => `18${newDigits(14)}`,
      order: () => `10${newDigits(17)}`,
      code: () => `10${newDigits(10)}`,
      use: () => `74${newDigits(17)}`,
    },
    recordIdOf: ({ certificateId, verifyId }) => `${certificateId} ${verifyId}`,
    ...(options.stateFile !== undefined && { file: options.stateFile }),
  });
  const troubles = createTroubles(clock, {
    refused: (code, text) => ({ status: 200, body: refusedEnvelope(code, text) }),
    tooOften: () => ({ status: 200, body: refusedEnvelope('2119003', '请求太过频繁，请稍后再试') }),
  });
  const notices = createNotices({
    clientKey,
    clientSecret,
    accountId,
    clock,
    noticeUrl: options.noticeUrl,
    deliver: options.deliver ?? fetch,
    trouble: troubles.current,
  });
  const assertAuthorised = () => {
    if (!authorised) throw new DouyinRefusal(2119005, '应用未获商家授权');
  };
  const tokens = createClientTokens({ clientKey, clientSecret, clock });
  const codes = createCodes({
    memory,
    clock,
    assertAuthorised,
    notify: (action, code) => void notices.certificate(action, code),
  });
  const lists = createLists(memory, clock, assertAuthorised);

  const reads: Record<string, (params: URLSearchParams) => object> = {
    [paths.prepare]: codes.prepare,
    [paths.get]: codes.get,
    [paths.records]: lists.records,
    [paths.stores]: lists.stores,
    [paths.deals]: lists.deals,
    [paths.ledger]: lists.ledger,
  };
  const writes: Record<string, (body: Record<string, unknown>) => object> = {
    [paths.verify]: codes.verify,
    [paths.cancel]: codes.cancel,
  };

  function carryOut(request: IncomingMessage, asked: URL, body: Buffer) {
    try {
      const { pathname, searchParams } = asked;
      if (pathname === tokenPath && request.method === 'POST') {
        const token = tokens.issue(bodyOf(body));
        return {
          status: 200,
          body: { data: { error_code: 0, description: '', ...token }, message: 'success' },
        };
      }
      tokens.check(String(request.headers['access-token'] ?? ''));
      const read = request.method === 'GET' ? reads[pathname] : undefined;
      const write = request.method === 'POST' ? writes[pathname] : undefined;
      const data = read ? read(searchParams) : write ? write(bodyOf(body)) : undefined;
      return data ? { status: 200, body: envelope(data) } : { status: 404, body: {} };
    } catch (error) {
      if (!(error instanceof DouyinRefusal)) throw error;
      return { status: 200, body: refusedEnvelope(error.code, error.message) };
    }
  }

  function isSigned(params: Record<string, string>): boolean {
    const { sign = '', choice: _choice, ...signed } = params;
    const age = clock.now().getTime() - Number(signed.timestamp) * secondMs;
    return (
      sameSignature(signV2(clientSecret, signed), sign) && signed.client_key === clientKey && age < urlLifeMs
    );
  }

  async function page({ path, method, params, mount = '' }: PageRequest): Promise<PageReply | undefined> {
    if (path !== authorisePath) return undefined;
    if (!isSigned(params))
      return { status: 400, html: dealMessagePage('URL校验不通过', '授权链接不正确或已失效。') };
    const { choice, ...fields } = params;
    const { extra = '', solution_key = '', permission_keys = '' } = params;
    if (!permission_keys.split(',').includes('1') || !permission_keys.split(',').includes('16'))
      return { status: 400, html: dealMessagePage('URL校验不通过', 'permission_keys 必须包含 1 和 16。') };
    if (method === 'POST' && choice === accountId) {
      authorised = true;
      await notices.authorised({ extra, solutionKey: solution_key, permissionKeys: permission_keys });
      return { status: 200, html: dealMessagePage('授权成功', '您可以关闭此页面，回到服务商系统。') };
    }
    return {
      status: 200,
      html: dealAuthorisePage({
        title: '抖音来客（模拟）',
        question: '授权哪个商家账号？',
        choices: [
          {
            value: accountId,
            name: options.accountName,
            more: `${options.stores.length} 家门店 · ${accountId}`,
          },
        ],
        action: mount + authorisePath,
        fields,
      }),
    };
  }

  /** The QR of a code: a short link whose answer leads to a page with the object's id. */
  function linkTo(pathname: string): string | undefined {
    const name = pathname.startsWith(linkPath) ? pathname.slice(linkPath.length).replace(/\/$/, '') : '';
    return memory.codeOfName(name) ? `${url}/share/coupon/?object_id=${name}&from=qr` : undefined;
  }

  const server = await startSimulatorServer(options, async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://douyin');
    const link = linkTo(asked.pathname);
    if (link) {
      response.writeHead(302, { location: link }).end();
      return;
    }
    if (asked.pathname === tokenPath || asked.pathname.startsWith('/goodlife/')) {
      const body = await readBody(request, maxBodyBytes);
      await troubles.answer(request, response, asked.pathname, () => carryOut(request, asked, body));
      return;
    }
    const reply = await page(await pageRequestOf(request, maxBodyBytes));
    if (reply) sendPage(response, reply);
    else response.writeHead(404).end();
  });
  url = server.url;

  return {
    name: 'douyin',
    accountId,
    url,
    authoriseUrl: url + authorisePath,
    page,
    tryWebhook: notices.challenge,
    endTokens: tokens.endAll,
    control: {
      ...memory.controlWith(({ secretName }) => `${url}${linkPath}${secretName}/`),
      ...troubles.control,
      async refund(code) {
        const refunded = memory.refund(code);
        if (refunded) await notices.certificate('refund_success', refunded);
      },
      endAuthorisation() {
        authorised = false;
      },
    },
    stop: () => server.close(),
  };
}
