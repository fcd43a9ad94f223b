/** Meituan's 服务零售 on loopback: authorisation and tokens of stores and accounts, codes, records. */
import { newDigits } from '#kit/kernel/ids.ts';
import { type Clock, minuteMs, secondMs, systemClock } from '#kit/kernel/time.ts';
import { dealAuthorisePage, dealMessagePage } from '../deal-pages.ts';
import type { DealReach } from '../deal-platform.ts';
import type { DealSimulator, SimulatedStore } from '../deal-simulator.ts';
import { createDealMemory } from '../simulated-deals.ts';
import { createTroubles } from '../simulated-trouble.ts';
import { readBody, type SimulatorAddress, startSimulatorServer } from '../simulator-http.ts';
import {
  type PageReply,
  type PageRequest,
  pageRequestOf,
  returnUrlOf,
  sendPage,
  withParams,
} from '../simulator-pages.ts';
import { businessIds, paths } from './api.ts';
import { sameSign, signOf } from './signing.ts';
import { createCodes } from './simulated-codes.ts';
import { answered, MeituanRefusal, refusedAnswer } from './simulated-refusal.ts';
import { createMerchantTokens, type Holder } from './simulated-tokens.ts';

export interface MeituanSimulatorOptions extends SimulatorAddress {
  developerId: string;
  signKey: string;
  /** the customer that has the stores */
  accountId: string;
  accountName: string;
  stores: readonly SimulatedStore[];
  clock?: Clock;
  /** registered with the platform: where the browser comes back with code and state */
  returnUrl: () => string;
  stateFile?: string;
}

export interface MeituanSimulator extends DealSimulator {
  authoriseUrl: string;
}

export const authorisePath = '/general/auth';
const clockSkewMs = 10 * minuteMs;
const maxBodyBytes = 64 * 1024;

const reachOf = (businessId: string | undefined): DealReach | undefined =>
  businessId === businessIds.store ? 'store' : businessId === businessIds.account ? 'account' : undefined;

function bizOf(params: URLSearchParams): Record<string, unknown> {
  try {
    return JSON.parse(params.get('biz') ?? '{}') as Record<string, unknown>;
  } catch {
    throw new MeituanRefusal('OP_PARAM_ERROR', 'biz 不是合法的 JSON');
  }
}

export async function startMeituanSimulator(options: MeituanSimulatorOptions): Promise<MeituanSimulator> {
  const { developerId, signKey, accountId } = options;
  const clock = options.clock ?? systemClock;
  const memory = createDealMemory({
    clock,
    accountId,
    stores: options.stores,
    numbers: {
      deal: () => `7${newDigits(8)}`,
      group: () => `6${newDigits(8)}`,
      order: () => `49${newDigits(17)}`,
      code: () => `3${newDigits(11)}`,
      use: () => `9${newDigits(15)}`,
    },
    recordIdOf: ({ verifyId }) => verifyId,
    ...(options.stateFile !== undefined && { file: options.stateFile }),
  });
  const tokens = createMerchantTokens(clock, options.stateFile && `${options.stateFile}.tokens`);
  const codes = createCodes(memory, clock);
  const troubles = createTroubles(clock, {
    refused: (code, text) => ({ status: 200, body: refusedAnswer(code, text) }),
    tooOften: () => ({ status: 200, body: refusedAnswer('OP_FREQUENCY_LIMIT', '请求过于频繁，请稍后再试') }),
  });

  function isSigned(params: Record<string, string>): boolean {
    const { sign = '', ...signed } = params;
    const age = Math.abs(clock.now().getTime() - Number(signed.timestamp) * secondMs);
    return sameSign(signOf(signKey, signed), sign) && signed.developerId === developerId && age < clockSkewMs;
  }

  const calls: Record<
    string,
    { reach: DealReach; run: (holder: Holder, biz: Record<string, unknown>) => object }
  > = {
    [paths.prepare]: { reach: 'store', run: codes.prepare },
    [paths.consume]: { reach: 'store', run: codes.consume },
    [paths.reverse]: { reach: 'store', run: codes.reverse },
    [paths.consumed]: { reach: 'store', run: codes.consumed },
    [paths.records]: { reach: 'store', run: codes.records },
    [paths.deals]: { reach: 'store', run: codes.deals },
    [paths.stores]: { reach: 'account', run: codes.stores },
  };

  function dataOf(path: string, params: URLSearchParams): object {
    if (!isSigned(Object.fromEntries(params))) throw new MeituanRefusal('OP_SIGN_ERROR', '签名错误');
    const reach = reachOf(params.get('businessId') ?? undefined);
    if (!reach) throw new MeituanRefusal('OP_PARAM_ERROR', 'businessId 不正确');
    if (path === paths.token) return tokens.exchange(reach, params);
    if (path === paths.refresh) return tokens.refresh(reach, params);
    const call = calls[path];
    if (!call || call.reach !== reach || params.get('version') !== '2')
      throw new MeituanRefusal('OP_PARAM_ERROR', '接口与 businessId 或 version 不匹配');
    return call.run(tokens.check(reach, params.get('appAuthToken') ?? ''), bizOf(params));
  }

  function carryOut(path: string, params: URLSearchParams) {
    try {
      return { status: 200, body: answered(dataOf(path, params)) };
    } catch (error) {
      if (!(error instanceof MeituanRefusal)) throw error;
      return { status: 200, body: refusedAnswer(error.code, error.message) };
    }
  }

  async function page({ path, method, params, mount = '' }: PageRequest): Promise<PageReply | undefined> {
    if (path !== authorisePath) return undefined;
    const { choice, ...fields } = params;
    const reach = reachOf(fields.businessId);
    if (!reach || !isSigned(fields))
      return { status: 400, html: dealMessagePage('授权链接无效', '签名不正确或链接已过期。') };
    const choices: Holder[] =
      reach === 'account'
        ? [{ reach, bizCode: accountId, name: options.accountName }]
        : options.stores.map(({ storeId, name }) => ({ reach, bizCode: storeId, name }));
    const chosen = method === 'POST' ? choices.find(({ bizCode }) => bizCode === choice) : undefined;
    const returnUrl = returnUrlOf(options.returnUrl());
    if (chosen && returnUrl) {
      const said = {
        code: tokens.newCode(chosen),
        state: fields.state ?? '',
        developerId,
        businessId: businessIds[reach],
      };
      return { status: 302, location: withParams(returnUrl, said) };
    }
    return {
      status: 200,
      html: dealAuthorisePage({
        title: '美团经营宝（模拟）',
        question: reach === 'account' ? '授权哪个客户？' : '授权哪家门店？',
        choices: choices.map(({ bizCode, name }) => ({ value: bizCode, name, more: bizCode })),
        action: mount + authorisePath,
        fields,
      }),
    };
  }

  const server = await startSimulatorServer(options, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://meituan');
    const isApi = pathname in calls || pathname === paths.token || pathname === paths.refresh;
    if (isApi && request.method === 'POST') {
      const params = new URLSearchParams((await readBody(request, maxBodyBytes)).toString());
      await troubles.answer(request, response, pathname, () => carryOut(pathname, params));
      return;
    }
    const reply = await page(await pageRequestOf(request, maxBodyBytes));
    if (reply) sendPage(response, reply);
    else response.writeHead(404).end();
  });

  return {
    name: 'meituan',
    accountId,
    url: server.url,
    authoriseUrl: server.url + authorisePath,
    page,
    control: {
      ...memory.controlWith(({ code }) => code),
      ...troubles.control,
      async refund(code) {
        memory.refund(code);
      },
      endAuthorisation: tokens.end,
    },
    stop: () => server.close(),
  };
}
