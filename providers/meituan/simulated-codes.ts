import { businessDay, type Clock, inChina, minuteMs } from '#kit/kernel/time.ts';
import { shareOfUse } from '../deal-amounts.ts';
import type { CodeRow, DealMemory, UseRow } from '../simulated-deals.ts';
import { MeituanRefusal } from './simulated-refusal.ts';
import type { Holder } from './simulated-tokens.ts';

const maxCount = 100;
/** so long a verification can be taken back; the platform does not publish it */
const reverseMs = 10 * minuteMs;
const pageSizes = { records: 300, deals: 100 };
/** of each sale, in thousandths: what the simulated platform and the merchant add to a price cut */
const subsidyPerMille = { platform: 30, merchant: 20 };

type Biz = Record<string, unknown>;
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const yuan = (fen: number) => fen / 100;
const yuanText = (fen: number) => (fen / 100).toFixed(2);
const clockText = (ms: number) => inChina(new Date(ms)).toISOString().slice(0, 19).replace('T', ' ');

function wholeNumber(value: unknown, least: number, most: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new MeituanRefusal('OP_PARAM_ERROR', '参数不合法');
  return number;
}

/** Codes, records and deals of one store, as Meituan shows them. */
export function createCodes(memory: DealMemory, clock: Clock) {
  /** what a request id did: said again, it is the same */
  const requests = new Map<string, { receiptCode: string; uses: UseRow[] }>();
  for (const use of memory.allUses()) {
    if (use.requestId === undefined) continue;
    const before = requests.get(`${use.storeId} ${use.requestId}`);
    if (before) before.uses.push(use);
    else requests.set(`${use.storeId} ${use.requestId}`, { receiptCode: use.code, uses: [use] });
  }
  const nowMs = () => clock.now().getTime();

  function usableCode(storeId: string, said: string): CodeRow {
    const code = memory.codeOf(said);
    if (!code) throw new MeituanRefusal('OP_BIZ_ERROR', '券码不存在，请核对后重新输入');
    if (code.refunded) throw new MeituanRefusal('OP_BIZ_ERROR', '该券码已退款，无法验证');
    if (memory.usesLeft(code) === 0) throw new MeituanRefusal('OP_BIZ_ERROR', '该券码已验证，请勿重复验证');
    if (code.expiresAtMs <= nowMs()) throw new MeituanRefusal('OP_BIZ_ERROR', '该券码已过期');
    const { storeIds } = memory.dealOf(code.dealId);
    if (storeIds.length > 0 && !storeIds.includes(storeId))
      throw new MeituanRefusal('OP_BIZ_ERROR', '该券不适用于当前门店，请查看适用门店');
    return code;
  }

  /** The pieces of an order that can be verified with one of its codes; a times card is its own. */
  const siblings = (code: CodeRow): CodeRow[] =>
    code.usesTotal > 1
      ? [code]
      : [
          code,
          ...memory.codesOfOrder(code.orderId).filter((one) => one !== code && memory.usesLeft(one) > 0),
        ];

  function moneyOf(code: CodeRow) {
    const deal = memory.dealOf(code.dealId);
    const usePrice = shareOfUse(code.paidFen, code.usesTotal, memory.standing(code).length);
    return {
      dealTitle: deal.title,
      dealPrice: yuan(code.paidFen),
      dealMarketPrice: yuan(code.originalFen),
      bizType: code.usesTotal > 1 ? 205 : 0,
      tgTimesCardFlag: code.usesTotal > 1,
      ...(code.usesTotal > 1 && {
        purchaseToConsumeRatio: String(code.usesTotal),
        timesCardUnitPrice: yuanText(usePrice),
      }),
      mobile: '138****0000',
    };
  }

  const subsidy = (fen: number, perMille: number) => yuanText(Math.round((fen * perMille) / 1000));

  function resultOf(use: UseRow) {
    const code = memory.codeOf(use.code);
    if (!code) throw new Error('a use without a code');
    return {
      orderId: code.orderId,
      receiptCode: code.code,
      dealId: Number(code.dealId),
      dealgroupId: Number(memory.dealOf(code.dealId).groupId),
      ...moneyOf(code),
      ...(code.usesTotal > 1 && { timesCardUnitPrice: yuanText(use.paidFen) }),
      receiptEndDate: String(code.expiresAtMs),
      paymentDetail: [{ paymentDetailId: '1', amount: yuanText(code.paidFen), amountType: 10 }],
      flowId: use.verifyId,
      platformAmount: subsidy(use.paidFen, subsidyPerMille.platform),
      merchantAmount: subsidy(use.paidFen, subsidyPerMille.merchant),
    };
  }

  function recordOf(use: UseRow) {
    const code = memory.codeOf(use.code);
    const deal = memory.dealOf(use.dealId);
    return {
      receiptCode: use.code,
      dealId: Number(use.dealId),
      dealGroupId: Number(deal.groupId),
      dealTitle: deal.title,
      dealPrice: yuan(use.paidFen),
      dealMarketPrice: yuan(deal.originalFen),
      verifyAccount: use.requestId ?? 'kaidianbao',
      verifyChannel: use.isOurs ? '15' : '1',
      verifyTime: clockText(use.at),
      bizType: (code?.usesTotal ?? 1) > 1 ? 205 : 0,
      flowId: use.verifyId,
      refundStatus: use.state === 'verified' ? 1 : use.state === 'refunded' ? 6 : 0,
    };
  }

  return {
    prepare({ bizCode }: Holder, biz: Biz): object {
      const code = usableCode(bizCode, text(biz.receiptCode));
      return {
        count: code.usesTotal > 1 ? memory.usesLeft(code) : siblings(code).length,
        orderId: code.orderId,
        receiptCode: code.code,
        dealId: Number(code.dealId),
        dealGroupId: Number(memory.dealOf(code.dealId).groupId),
        ...moneyOf(code),
        receiptEndDate: code.expiresAtMs,
        paymentDetail: [{ paymentDetailId: '1', amount: yuanText(code.paidFen), amountType: 10 }],
      };
    },

    consume({ bizCode }: Holder, biz: Biz): object {
      const requestId = text(biz.requestId);
      const receiptCode = text(biz.receiptCode);
      const count = wholeNumber(biz.count, 1, maxCount);
      if (!requestId || !text(biz.appShopAccount) || !text(biz.appShopAccountName))
        throw new MeituanRefusal('OP_PARAM_ERROR', '参数不合法');
      const before = requests.get(`${bizCode} ${requestId}`);
      if (before) {
        if (before.receiptCode !== receiptCode || before.uses.length !== count)
          throw new MeituanRefusal('OP_PARAM_ERROR', 'requestId 重复');
        return { result: before.uses.map(resultOf) };
      }
      const code = usableCode(bizCode, receiptCode);
      const pieces = siblings(code);
      const most = code.usesTotal > 1 ? memory.usesLeft(code) : pieces.length;
      if (count > most) throw new MeituanRefusal('OP_BIZ_ERROR', '可验证次数不足');
      const uses = Array.from({ length: count }, (_, at) =>
        memory.use(code.usesTotal > 1 ? code : (pieces[at] as CodeRow), { storeId: bizCode, requestId }),
      );
      requests.set(`${bizCode} ${requestId}`, { receiptCode, uses });
      return { result: uses.map(resultOf) };
    },

    /** Takes the last use of the code back. */
    reverse({ bizCode }: Holder, biz: Biz): object {
      const code = memory.codeOf(text(biz.receiptCode));
      if (!code || text(biz.dealId) !== code.dealId)
        throw new MeituanRefusal('OP_BIZ_ERROR', '券码不存在，请核对后重新输入');
      if (code.refunded) throw new MeituanRefusal('OP_BIZ_ERROR', '该券码已退款，无法操作');
      const use = memory
        .usesOfCode(code)
        .findLast(({ state, storeId }) => state === 'verified' && storeId === bizCode);
      if (!use) throw new MeituanRefusal('OP_BIZ_ERROR', '该券码已撤销验券');
      if (nowMs() - use.at > reverseMs)
        throw new MeituanRefusal('OP_BIZ_ERROR', '核销已超过10分钟，不支持撤销');
      memory.cancel(use);
      return { result: [resultOf(use)] };
    },

    consumed({ bizCode }: Holder, biz: Biz): object {
      const code = memory.codeOf(text(biz.receiptCode));
      const use = code && memory.standing(code).findLast(({ storeId }) => storeId === bizCode);
      if (!use) throw new MeituanRefusal('OP_BIZ_ERROR', '验券记录不存在');
      return { ...recordOf(use), orderShopPromoAmount: 0, orderShopPromoDetails: [] };
    },

    records({ bizCode }: Holder, biz: Biz): object {
      const day = text(biz.date);
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new MeituanRefusal('OP_PARAM_ERROR', '参数不合法');
      const offset = wholeNumber(biz.offset, 0, 1_000_000);
      const limit = wholeNumber(biz.limit, 1, pageSizes.records);
      const all = memory
        .allUses()
        .filter(({ at, storeId }) => storeId === bizCode && businessDay(new Date(at)) === day)
        .sort((one, other) => one.at - other.at || one.verifyId.localeCompare(other.verifyId));
      return { totalCount: all.length, records: all.slice(offset, offset + limit).map(recordOf) };
    },

    deals({ bizCode }: Holder, biz: Biz): object {
      const page = wholeNumber(biz.offset, 1, 10_000);
      const limit = wholeNumber(biz.limit, 1, pageSizes.deals);
      const all = memory.deals
        .values()
        .filter(({ storeIds }) => storeIds.length === 0 || storeIds.includes(bizCode));
      return {
        result: all.slice((page - 1) * limit, page * limit).map((deal) => ({
          dealId: Number(deal.dealId),
          dealGroupId: Number(deal.groupId),
          title: deal.title,
          price: yuan(deal.priceFen),
          marketPrice: yuan(deal.originalFen),
          saleStatus: deal.onSale ? 1 : 2,
          dealGroupStatus: 1,
        })),
      };
    },

    stores(_holder: Holder, biz: Biz): object {
      const offset = wholeNumber(biz.offset, 0, 1_000_000);
      const limit = wholeNumber(biz.limit, 1, 100);
      return {
        total: memory.stores.length,
        poiInfoList: memory.stores.slice(offset, offset + limit).map((store) => ({
          opPoiId: store.storeId,
          name: store.name,
          address: store.address,
          cityName: store.cityName,
        })),
      };
    },
  };
}
