import {
  type Deal,
  type DealAccess,
  type DealOutcome,
  type DealPlatform,
  type DealRecord,
  type DealStore,
  done,
  type Page,
} from '../deal-platform.ts';
import { dealsSchema, type MeituanRecord, recordsSchema, storesSchema } from './answers.ts';
import { type Api, paths } from './api.ts';

const recordsPage = 300;
const storesPage = 100;
const dealsPage = 100;
/** 1 sells at Dianping, 2 at Meituan; both sell the same deals */
const source = 2;

/** 0: taken back, 1: used, 4: refunded before it was used, 6: refunded after it was used */
export const stateOf = ({ refundStatus }: MeituanRecord): DealRecord['state'] =>
  refundStatus === 1 ? 'verified' : refundStatus === 6 ? 'refunded' : 'cancelled';

const tokenOf = ({ accessToken }: DealAccess): string => accessToken ?? '';

async function recordsFrom(
  api: Api,
  token: string,
  day: string,
  offset: number,
): Promise<DealOutcome<{ rows: MeituanRecord[]; nextOffset: number | undefined }>> {
  // type 0: of group buy
  const biz = { date: day, type: 0, offset, limit: recordsPage };
  const answer = await api({ path: paths.records, reach: 'store', token, biz }, recordsSchema);
  if (answer.kind !== 'done') return answer;
  const rows = answer.value.records ?? [];
  const end = offset + rows.length;
  return done({ rows, nextOffset: rows.length > 0 && end < answer.value.totalCount ? end : undefined });
}

export async function allRecordsOf(
  api: Api,
  token: string,
  day: string,
): Promise<DealOutcome<MeituanRecord[]>> {
  const all: MeituanRecord[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page: Awaited<ReturnType<typeof recordsFrom>> = await recordsFrom(api, token, day, offset);
    if (page.kind !== 'done') return page;
    all.push(...page.value.rows);
    offset = page.value.nextOffset;
  }
  return done(all);
}

export function listsOf(api: Api): Pick<DealPlatform, 'listStores' | 'listDeals' | 'records'> {
  return {
    async listStores({ access, cursor }): Promise<DealOutcome<Page<DealStore>>> {
      const offset = Number(cursor ?? '0');
      const biz = { offset, limit: storesPage };
      const answer = await api(
        { path: paths.stores, reach: 'account', token: tokenOf(access), biz },
        storesSchema,
      );
      if (answer.kind !== 'done') return answer;
      const rows = (answer.value.poiInfoList ?? []).map((one) => ({
        storeId: one.opPoiId,
        name: one.name,
        address: one.address ?? '',
        ...(one.cityName && { cityName: one.cityName }),
      }));
      const end = offset + rows.length;
      return done({ rows, ...(rows.length > 0 && end < answer.value.total && { next: String(end) }) });
    },

    /** `offset` of this call is the number of the page, from 1. */
    async listDeals({ access, cursor }): Promise<DealOutcome<Page<Deal>>> {
      const page = Number(cursor ?? '1');
      const biz = { offset: page, limit: dealsPage, source };
      const answer = await api(
        { path: paths.deals, reach: 'store', token: tokenOf(access), biz },
        dealsSchema,
      );
      if (answer.kind !== 'done') return answer;
      const rows = (answer.value.result ?? []).map((one) => ({
        dealId: one.dealId,
        groupId: one.dealGroupId,
        title: one.title,
        priceFen: one.price,
        originalFen: one.marketPrice,
        onSale: one.saleStatus === 1,
      }));
      return done({ rows, ...(rows.length === dealsPage && { next: String(page + 1) }) });
    },

    async records({ access, storeId, day, cursor }): Promise<DealOutcome<Page<DealRecord>>> {
      const found = await recordsFrom(api, tokenOf(access), day, Number(cursor ?? '0'));
      if (found.kind !== 'done') return found;
      const { rows, nextOffset } = found.value;
      return done({
        rows: rows.map((one) => ({
          recordId: one.flowId ?? `${one.receiptCode} ${one.verifyTime.toISOString()}`,
          verifyId: one.flowId ?? '',
          certificateId: one.receiptCode,
          storeId,
          dealId: one.dealId,
          title: one.dealTitle,
          paidFen: one.dealPrice,
          originalFen: one.dealMarketPrice,
          verifiedAt: one.verifyTime,
          state: stateOf(one),
          ...(one.verifyAccount && { requestId: one.verifyAccount }),
        })),
        ...(nextOffset !== undefined && { next: String(nextOffset) }),
      });
    },
  };
}
