import { type Clock, hourMs, secondMs } from '#kit/kernel/time.ts';
import type { DealMemory, UseRow } from '../simulated-deals.ts';
import { amountOf, skuOf } from './simulated-codes.ts';
import { DouyinRefusal } from './simulated-refusal.ts';

const seconds = (ms: number) => Math.floor(ms / secondMs);
/** what the simulated Douyin keeps of each sale, in thousandths */
const feePerMille = 30;

function sizeOf(params: URLSearchParams, name: string, most: number): number {
  const size = Number(params.get(name));
  if (!Number.isInteger(size) || size < 1 || size > most)
    throw new DouyinRefusal(2119001, `参数不合法: ${name}`);
  return size;
}

/** Stores, deals, records and settlement of the one merchant that there is. */
export function createLists(memory: DealMemory, clock: Clock, assertAuthorised: () => void) {
  function assertAccount(params: URLSearchParams): void {
    assertAuthorised();
    if (params.get('account_id') !== memory.accountId) throw new DouyinRefusal(2119005, '应用未获商家授权');
  }

  const recordOf = (use: UseRow) => ({
    cursor: `${use.at}_${use.verifyId}`,
    verify_id: use.verifyId,
    certificate_id: use.certificateId,
    encrypted_code: memory.codeOf(use.code)?.secretName ?? '',
    verify_type: use.isOurs ? 1 : 2,
    verify_time: seconds(use.at),
    can_cancel: use.state === 'verified' && clock.now().getTime() - use.at <= hourMs,
    // a refund is no business of this list: what was verified stays verified
    status: use.state === 'cancelled' ? 2 : 1,
    ...(use.cancelledAtMs !== undefined && { cancel_time: seconds(use.cancelledAtMs) }),
    certificate_status: use.state === 'cancelled' ? 1 : 2,
    amount: amountOf(use.paidFen, memory.dealOf(use.dealId).originalFen),
    sku: skuOf(memory, use.dealId),
  });

  return {
    stores(params: URLSearchParams): object {
      assertAccount(params);
      const size = sizeOf(params, 'size', 50);
      const page = sizeOf(params, 'page', 10_000);
      const { stores } = memory;
      return {
        total: stores.length,
        pois: stores.slice((page - 1) * size, page * size).map((store) => ({
          poi: {
            poi_id: store.storeId,
            poi_name: store.name,
            address: `${store.cityName}${store.address}`,
            latitude: store.latitude,
            longitude: store.longitude,
          },
          root_account: { account_id: memory.accountId, account_type: '1', account_name: '' },
        })),
      };
    },

    deals(params: URLSearchParams): object {
      assertAccount(params);
      const count = sizeOf(params, 'count', 50);
      const all = memory.deals.values();
      const start = Number(params.get('cursor') || '0');
      const end = start + count;
      return {
        products: all.slice(start, end).map((deal) => ({
          online_status: deal.onSale ? 1 : 2,
          product: { product_id: deal.groupId, product_name: deal.title, account_name: '' },
          sku: {
            sku_id: deal.dealId,
            sku_name: deal.title,
            origin_amount: deal.originalFen,
            actual_amount: deal.priceFen,
            status: 1,
          },
        })),
        next_cursor: String(end),
        has_more: end < all.length,
      };
    },

    records(params: URLSearchParams): object {
      assertAccount(params);
      const size = sizeOf(params, 'size', 20);
      const from = Number(params.get('start_time')) * secondMs;
      const to = (Number(params.get('end_time')) + 1) * secondMs;
      const storeIds = (params.get('poi_ids') ?? '').split(',').filter(Boolean);
      const after = params.get('cursor') ?? '0';
      const all = memory
        .allUses()
        .filter(
          ({ at, storeId }) => at >= from && at < to && (storeIds.length === 0 || storeIds.includes(storeId)),
        )
        .sort((one, other) => one.at - other.at || one.verifyId.localeCompare(other.verifyId))
        .map(recordOf);
      const start = after === '0' ? 0 : all.findIndex(({ cursor }) => cursor === after) + 1;
      const records = all.slice(start, start + size);
      return { records, records_v2: records, total: all.length };
    },

    /** From an hour after the verification, of what still stands. */
    ledger(params: URLSearchParams): object {
      assertAuthorised();
      const ids = (params.get('certificate_ids') ?? '').split(',').filter(Boolean);
      if (ids.length === 0 || ids.length > 50)
        throw new DouyinRefusal(2119001, '参数不合法: certificate_ids');
      const nowMs = clock.now().getTime();
      const rows = memory
        .allUses()
        .filter(
          ({ certificateId, state, at }) =>
            ids.includes(certificateId) && state !== 'cancelled' && nowMs - at >= hourMs,
        )
        .map((use) => {
          const fee = Math.round((use.paidFen * feePerMille) / 1000);
          return {
            ledger_id: `l${use.verifyId}`,
            certificate_id: use.certificateId,
            verify_id: use.verifyId,
            order_id: memory.codeOf(use.code)?.orderId ?? '',
            verify_time: seconds(use.at),
            code: use.code,
            status: use.state === 'refunded' ? 4 : nowMs - use.at >= 24 * hourMs ? 2 : 0,
            amount: {
              original: use.paidFen,
              pay: use.paidFen,
              pay_discount: 0,
              merchant_ticket: 0,
              platform_ticket: 0,
            },
            fund_amount: {
              goods: use.paidFen - fee,
              pay_handling: 0,
              talent_commission: 0,
              total_agent_merchant: 0,
              total_merchant_platform_service: fee,
            },
            sku: skuOf(memory, use.dealId),
          };
        });
      return { records: rows };
    },
  };
}
