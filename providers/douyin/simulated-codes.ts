import { randomBytes } from 'node:crypto';
import { type Clock, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { shareOfUse } from '../deal-amounts.ts';
import type { CodeRow, DealMemory, UseRow } from '../simulated-deals.ts';
import { DouyinRefusal } from './simulated-refusal.ts';

const tokenLifeMs = 10 * minuteMs;
/** so long a repeat is the same answer; afterwards it is told that the code was used */
const sameAnswerMs = 5 * secondMs;

interface VerifyToken {
  orderId: string;
  untilMs: number;
  /** what it verified: one code */
  done?: { name: string; verifyId: string; atMs: number };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const seconds = (ms: number) => Math.floor(ms / secondMs);

export const skuOf = (memory: DealMemory, dealId: string) => {
  const deal = memory.dealOf(dealId);
  return {
    sku_id: deal.dealId,
    title: deal.title,
    groupon_type: deal.uses > 1 ? 3 : 1,
    market_price: deal.originalFen,
    sold_start_time: 0,
    third_sku_id: '',
    account_id: memory.accountId,
  };
};
export const amountOf = (paidFen: number, originalFen: number) => ({
  original_amount: originalFen,
  list_market_amount: originalFen,
  pay_amount: paidFen,
  coupon_pay_amount: paidFen,
  merchant_ticket_amount: 0,
  payment_discount_amount: 0,
  platform_discount_amount: 0,
});
const cardOf = (memory: DealMemory, code: CodeRow, nowMs: number) =>
  code.usesTotal > 1 && {
    time_card: {
      times_count: code.usesTotal,
      times_used: memory.standing(code).length,
      serial_amount_list: Array.from({ length: code.usesTotal }, (_, at) => ({
        serial_numb: at + 1,
        amount: amountOf(
          shareOfUse(code.paidFen, code.usesTotal, at),
          shareOfUse(code.originalFen, code.usesTotal, at),
        ),
      })),
    },
    verify_records: memory.standing(code).map((use) => verificationOf(use, nowMs)),
  };

const verificationOf = (use: UseRow, nowMs: number) => ({
  verify_id: use.verifyId,
  certificate_id: use.certificateId,
  verify_type: 1,
  verify_time: seconds(use.at),
  can_cancel: use.state === 'verified' && nowMs - use.at <= hourMs,
  verifier_unique_id: '',
  poi_id: use.storeId,
});

interface CodesOptions {
  memory: DealMemory;
  clock: Clock;
  /** refuses where the merchant has not authorised us */
  assertAuthorised: () => void;
  notify: (action: 'verify' | 'verify_cancel', code: CodeRow) => void;
}

/** Preparing, verifying, cancelling and asking, as Douyin does it. */
export function createCodes({ memory, clock, assertAuthorised, notify }: CodesOptions) {
  const tokens = new Map<string, VerifyToken>();
  const cancels = new Map<string, number>();
  const nowMs = () => clock.now().getTime();

  function assertStore(storeId: string): void {
    assertAuthorised();
    if (!memory.stores.some((store) => store.storeId === storeId))
      throw new DouyinRefusal(2119005, '应用未获商家授权');
  }

  function assertUsable(code: CodeRow | undefined, storeId: string): asserts code is CodeRow {
    if (!code) throw new DouyinRefusal(1212, '查不到券信息,请确认是否为可用的券');
    if (code.refunded) throw new DouyinRefusal(1250, '券码已失效：用户已退款');
    if (memory.usesLeft(code) === 0) throw new DouyinRefusal(1208, '券码已被核销');
    if (code.expiresAtMs <= nowMs()) throw new DouyinRefusal(1250, '券码已过期');
    const { storeIds } = memory.dealOf(code.dealId);
    if (storeIds.length > 0 && !storeIds.includes(storeId))
      throw new DouyinRefusal(3000002, '所选门店不在商品适用门店内');
  }

  function resultOf(code: CodeRow, result: number, msg: string, verifyId = '') {
    return {
      verify_results: [
        {
          result,
          msg,
          code: code.secretName,
          verify_id: verifyId,
          certificate_id: code.certificateId,
          origin_code: code.code,
          account_id: memory.accountId,
        },
      ],
    };
  }

  function cancelUse(use: UseRow, code: CodeRow): object {
    if (use.state === 'refunded') throw new DouyinRefusal(1250, '券码已失效：用户已退款');
    if (use.state === 'cancelled') throw new DouyinRefusal(1265, '存在已撤销券');
    if (nowMs() - use.at > hourMs) throw new DouyinRefusal(2119001, '验券超过一个小时，不可再撤销');
    memory.cancel(use);
    notify('verify_cancel', code);
    return {};
  }

  return {
    prepare(params: URLSearchParams): object {
      const storeId = params.get('poi_id') ?? '';
      assertStore(storeId);
      const [said, name] = [params.get('code') ?? '', params.get('encrypted_data') ?? ''];
      if ((said === '') === (name === '')) throw new DouyinRefusal(1502, '券码/加密券码不能同时为空');
      const asked = said ? memory.codeOf(said) : memory.codeOfName(name);
      assertUsable(asked, storeId);
      const others = memory
        .codesOfOrder(asked.orderId)
        .filter((code) => code !== asked && memory.usesLeft(code) > 0);
      const token = randomBytes(18).toString('base64url');
      tokens.set(token, { orderId: asked.orderId, untilMs: nowMs() + tokenLifeMs });
      return {
        verify_token: token,
        order_id: asked.orderId,
        certificates: [asked, ...others].map((code) => ({
          encrypted_code: code.secretName,
          certificate_id: code.certificateId,
          start_time: seconds(code.soldAtMs),
          expire_time: seconds(code.expiresAtMs),
          sku: skuOf(memory, code.dealId),
          amount: amountOf(code.paidFen, code.originalFen),
          ...cardOf(memory, code, nowMs()),
        })),
      };
    },

    verify(body: Record<string, unknown>): object {
      const storeId = text(body.poi_id);
      assertStore(storeId);
      const names = Array.isArray(body.encrypted_codes) ? body.encrypted_codes.map(text) : [];
      const [name = ''] = names;
      const code = memory.codeOfName(name);
      const token = tokens.get(text(body.verify_token));
      if (names.length !== 1 || !code) throw new DouyinRefusal(1221, '加密密码解密失败');
      if (token?.done && token.done.name === name) {
        return nowMs() - token.done.atMs <= sameAnswerMs
          ? resultOf(code, 0, 'success', token.done.verifyId)
          : resultOf(code, 1208, '券码已被核销');
      }
      if (!token || token.untilMs <= nowMs() || token.done || token.orderId !== code.orderId)
        throw new DouyinRefusal(2119001, 'verify_token 已失效，请重新验券准备');
      if (!code.refunded && memory.usesLeft(code) === 0) return resultOf(code, 1208, '券码已被核销');
      assertUsable(code, storeId);
      const use = memory.use(code, { storeId });
      token.done = { name, verifyId: use.verifyId, atMs: nowMs() };
      notify('verify', code);
      return resultOf(code, 0, 'success', use.verifyId);
    },

    cancel(body: Record<string, unknown>): object {
      assertAuthorised();
      const verifyId = text(body.verify_id);
      const certificateId = text(body.certificate_id);
      const cancelToken = text(body.cancel_token);
      const before = cancelToken && cancels.get(`${certificateId} ${cancelToken}`);
      if (before && nowMs() - before < hourMs) return {};
      const use =
        verifyId === '0'
          ? memory
              .allUses()
              .findLast((one) => one.certificateId === certificateId && one.state === 'verified')
          : memory.findUse(verifyId);
      const code = use && memory.codeOf(use.code);
      if (!use || !code || use.certificateId !== certificateId)
        throw new DouyinRefusal(1263, '查询不到子履约单');
      const answer = cancelUse(use, code);
      if (cancelToken) cancels.set(`${certificateId} ${cancelToken}`, nowMs());
      return answer;
    },

    get(params: URLSearchParams): object {
      assertAuthorised();
      const code = memory.codeOfName(params.get('encrypted_code') ?? '');
      if (!code) throw new DouyinRefusal(1212, '查不到券信息,请确认是否为可用的券');
      const last = memory.usesOfCode(code).findLast(({ state }) => state !== 'cancelled');
      const status = code.refunded ? 4 : memory.usesLeft(code) === 0 ? 2 : 1;
      return {
        certificate: {
          encrypted_code: code.secretName,
          certificate_id: code.certificateId,
          status,
          code: code.code,
          expire_time: seconds(code.expiresAtMs),
          sku: skuOf(memory, code.dealId),
          amount: amountOf(code.paidFen, code.originalFen),
          ...cardOf(memory, code, nowMs()),
          ...(last && { verify: verificationOf(last, nowMs()) }),
        },
      };
    },
  };
}
