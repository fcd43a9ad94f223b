import { z } from 'zod';
import { type Clock, dayMs, hourMs, minuteMs, secondMs, startOfDay } from '#kit/kernel/time.ts';
import { shareOfUse } from '../deal-amounts.ts';
import {
  type AtStore,
  type CodeState,
  type Deal,
  type DealOutcome,
  type DealPlatform,
  type DealRecord,
  type DealSettlement,
  type DealStore,
  done,
  type Page,
  type Prepared,
  type PrepareRequest,
  refused,
  type Verified,
  type VerifyRequest,
} from '../deal-platform.ts';
import { createOwnTokens, type SharedTokens } from '../shared-token.ts';
import { looksLikeLink, objectIdOfLink } from '../short-link.ts';
import {
  type Certificate,
  certificateSchema,
  type LedgerRow,
  ledgerSchema,
  preparedSchema,
  productsSchema,
  recordsSchema,
  storesSchema,
  verifiedSchema,
} from './answers.ts';
import { type Api, createApi, paths, refusalOf } from './api.ts';
import { cancelKey, readCancelKey, readPrepared, writePrepared } from './keys.ts';
import { readNotice } from './notices.ts';
import { signV2 } from './signing.ts';

export interface DouyinOptions {
  clientKey: string;
  clientSecret: string;
  /** which of Douyin's solutions the merchant authorises, and what of it; 4: entertainment and services (到综) */
  solutionKey?: string;
  permissionKeys?: string;
  clock: Clock;
  tokens?: SharedTokens;
  baseUrl?: string;
  authoriseUrl?: string;
  /** where short links of the simulator lead; undefined: to Douyin's own hosts alone */
  simulatorOrigin?: string;
  timeoutMs?: number;
}

/** Douyin's short links and the pages they lead to. */
export const douyinHosts = ['douyin.com', 'iesdouyin.com'] as const;

/** Clocks differ: a use that Douyin dates a little before our sending may be ours. */
const clockSkewMs = 2 * minuteMs;
const usedBefore: ReadonlySet<number> = new Set([2, 1208]);
const recordsPage = 20;
const storesPage = 50;
const dealsPage = 50;

const standings: Readonly<Record<number, CodeState['standing']>> = {
  1: 'unused',
  2: 'used',
  3: 'refunding',
  4: 'refunding',
  5: 'refunded',
  6: 'refunded',
};

export function createDouyin(options: DouyinOptions): DealPlatform {
  const { clientKey, clientSecret, clock } = options;
  const api = createApi({
    clientKey,
    clientSecret,
    baseUrl: options.baseUrl ?? 'https://open.douyin.com',
    timeoutMs: options.timeoutMs ?? 6 * secondMs,
    tokens: options.tokens ?? createOwnTokens(clock),
  });

  return {
    name: 'douyin',
    reaches: { stores: 'account', codes: 'account' },
    maxUses: 1,
    cancelWindowMs: hourMs,
    settlesWithinMs: minuteMs,
    ...codesOf(api, options),
    ...listsOf(api),

    authorisationUrl({ state }) {
      const params = {
        client_key: clientKey,
        timestamp: String(Math.floor(clock.now().getTime() / secondMs)),
        charset: 'UTF-8',
        solution_key: options.solutionKey ?? '4',
        permission_keys: options.permissionKeys ?? '1,16',
        extra: state,
      };
      const url = new URL(options.authoriseUrl ?? 'https://auth.dylk.com/auth-isv/');
      url.search = new URLSearchParams({ ...params, sign: signV2(clientSecret, params) }).toString();
      return url.toString();
    },

    readNotice: (request) => readNotice({ clientKey, clientSecret }, request),
  };
}

function codesOf(api: Api, { simulatorOrigin, clock }: DouyinOptions) {
  async function prepare({ storeId, said }: PrepareRequest): Promise<DealOutcome<Prepared>> {
    let asked: Record<string, string> = { code: said.replace(/[\s-]/g, '') };
    if (looksLikeLink(said)) {
      const object = await objectIdOfLink(said, {
        hosts: douyinHosts,
        ...(simulatorOrigin !== undefined && { simulatorOrigin }),
      });
      if (object.kind !== 'done') return object;
      asked = { encrypted_data: object.value };
    }
    const answer = await api(paths.prepare, { query: { ...asked, poi_id: storeId } }, preparedSchema);
    if (answer.kind !== 'done') return answer;
    const { verify_token: token, order_id: orderId, certificates } = answer.value;
    if (certificates.length === 0) return refused('codeUsed', 1212, '');
    const codes = Object.fromEntries(
      certificates.map((one) => [
        one.encrypted_code,
        {
          isCard: one.time_card != null,
          used: one.time_card?.times_used ?? 0,
          verifyIds: (one.verify_records ?? []).map(({ verify_id }) => verify_id),
        },
      ]),
    );
    return done({
      orderId,
      prepared: writePrepared({ token, orderId, codes }),
      codes: certificates.map((one) => {
        const usesTotal = one.time_card?.times_count ?? 1;
        const usesUsed = one.time_card?.times_used ?? 0;
        const told = one.time_card?.serial_amount_list?.find(
          ({ serial_numb }) => serial_numb === usesUsed + 1,
        )?.amount;
        return {
          ref: one.encrypted_code,
          certificateId: one.certificate_id,
          dealId: one.sku.sku_id,
          title: one.sku.title,
          paidFen: told?.pay_amount ?? shareOfUse(one.amount.pay_amount, usesTotal, usesUsed),
          originalFen: told?.original_amount ?? shareOfUse(one.amount.original_amount, usesTotal, usesUsed),
          ...(one.start_time && { validFrom: one.start_time }),
          expiresAt: one.expire_time,
          usesTotal,
          usesLeft: usesTotal - usesUsed,
        };
      }),
    });
  }

  async function certificateOf(ref: string): Promise<DealOutcome<Certificate>> {
    const answer = await api(paths.get, { query: { encrypted_code: ref } }, certificateSchema);
    return answer.kind === 'done' ? done(answer.value.certificate) : answer;
  }

  /** The use that was made since it was prepared and sent. */
  async function verificationOf(
    request: VerifyRequest & { firstSentAt: Date },
  ): Promise<DealOutcome<{ verified: Verified | undefined }>> {
    const prepared = readPrepared(request.prepared);
    if (!prepared) return refused('prepareAgain', 'prepared', '');
    const answer = await certificateOf(request.ref);
    if (answer.kind !== 'done') return answer;
    const use = newUse(answer.value, prepared.codes[request.ref], request.firstSentAt);
    if (!use) return done({ verified: undefined });
    const { verify_id: verifyId, certificate_id, verify_time: verifiedAt } = use;
    const certificateId = certificate_id ?? answer.value.certificate_id ?? '';
    return done({
      verified: verifiedUse(verifyId, certificateId, answer.value.time_card != null, verifiedAt),
    });
  }

  async function verify(request: VerifyRequest): Promise<DealOutcome<Verified>> {
    const prepared = readPrepared(request.prepared);
    if (!prepared || request.uses !== 1) return refused('prepareAgain', 'prepared', '');
    const body = {
      verify_token: prepared.token,
      poi_id: request.storeId,
      encrypted_codes: [request.ref],
      order_id: prepared.orderId,
    };
    const answer = await api(paths.verify, { body }, verifiedSchema);
    if (answer.kind === 'refused') return lookedInto(request, answer);
    if (answer.kind !== 'done') return answer;
    const [result] = answer.value.verify_results;
    if (!result) return { kind: 'unknown', because: 'unclear answer of Douyin' };
    if (result.result === 0) {
      const isCard = prepared.codes[request.ref]?.isCard ?? false;
      return done(verifiedUse(result.verify_id, result.certificate_id, isCard, clock.now()));
    }
    const no = usedBefore.has(result.result)
      ? refused('codeUsed', result.result, result.msg)
      : refusalOf(String(result.result), result.msg);
    return no.kind === 'refused' ? lookedInto(request, no) : no;
  }

  /** "Used already", or a token that is over: where it was sent before, this may be its own first sending. */
  async function lookedInto(
    request: VerifyRequest,
    no: DealOutcome<never> & { kind: 'refused' },
  ): Promise<DealOutcome<Verified>> {
    const { firstSentAt } = request;
    const { reason } = no.refusal;
    if (!firstSentAt || (reason !== 'codeUsed' && reason !== 'prepareAgain' && reason !== 'codeUnknown'))
      return no;
    const before = await verificationOf({ ...request, firstSentAt });
    if (before.kind !== 'done') return before.kind === 'refused' ? no : before;
    return before.value.verified ? done(before.value.verified) : no;
  }

  return {
    prepare,
    verify,
    verificationOf,

    async cancel({ cancelKey: key, requestId }: { cancelKey: string; requestId: string }) {
      const known = readCancelKey(key);
      if (!known) return refused('other', 'cancelKey', '');
      const { verifyId, certificateId, isCard } = known;
      const body = {
        verify_id: verifyId,
        certificate_id: certificateId,
        // of times cards alone: a repeat would take back another use; stores that settle apart are without it
        ...(isCard && { cancel_token: requestId }),
        ...(isCard && verifyId === '0' && { times_card_cancel_count: 1 }),
      };
      const answer = await api(paths.cancel, { body }, z.unknown());
      return answer.kind === 'done' ? done({ cancelledAt: clock.now() }) : answer;
    },

    async codeState({ ref }: AtStore & { ref: string }): Promise<DealOutcome<CodeState>> {
      const answer = await certificateOf(ref);
      if (answer.kind !== 'done') return answer;
      const { status, verify } = answer.value;
      const standing = standings[status];
      if (!standing) return { kind: 'unknown', because: `Douyin answers status ${status}` };
      if (!verify) return done({ standing });
      const { verify_id: verifyId, verify_time: verifiedAt, can_cancel } = verify;
      const certificateId = verify.certificate_id ?? answer.value.certificate_id ?? '';
      return done({
        standing,
        verification: {
          verifyId,
          certificateId,
          verifiedAt,
          ...(can_cancel !== undefined && { cancellable: can_cancel }),
        },
      });
    },
  };
}

/** Of a times card the one that was not there when it was prepared; where uses are not told one by one, their number says it. */
function newUse(
  { verify, verify_records: records, time_card: card }: Certificate,
  before: { used: number; verifyIds: readonly string[] } | undefined,
  firstSentAt: Date,
) {
  const earliestMs = firstSentAt.getTime() - clockSkewMs;
  const isSince = (use: { verify_time: Date }) => use.verify_time.getTime() >= earliestMs;
  if (card && records)
    return records.find((use) => isSince(use) && !before?.verifyIds.includes(use.verify_id));
  const isMore = !card || card.times_used > (before?.used ?? 0);
  return verify && isMore && isSince(verify) ? verify : undefined;
}

const verifiedUse = (
  verifyId: string,
  certificateId: string,
  isCard: boolean,
  verifiedAt: Date,
): Verified => ({
  verifiedAt,
  uses: [{ verifyId, certificateId, cancelKey: cancelKey({ verifyId, certificateId, isCard }) }],
});

function listsOf(api: Api): Pick<DealPlatform, 'listStores' | 'listDeals' | 'records' | 'settlement'> {
  async function ledgerOf(certificateIds: string[]): Promise<DealOutcome<DealSettlement[]>> {
    if (certificateIds.length === 0) return done([]);
    const query = { certificate_ids: certificateIds.join(',') };
    const answer = await api(paths.ledger, { query }, ledgerSchema);
    if (answer.kind !== 'done') return answer;
    return done(addedUp(answer.value.records ?? answer.value.ledger_records ?? []));
  }

  /** The list of verifications says nothing of refunds, and notices get lost: the ledger drops what was refunded. */
  async function withRefunds(rows: DealRecord[]): Promise<DealOutcome<DealRecord[]>> {
    const standing = rows.filter(({ state }) => state === 'verified');
    const ledger = await ledgerOf([...new Set(standing.map(({ certificateId }) => certificateId))]);
    if (ledger.kind !== 'done') return ledger;
    const ofUse = (row: DealRecord) =>
      ledger.value.filter(
        ({ certificateId, verifyId }) =>
          certificateId === row.certificateId && (verifyId ?? row.verifyId) === row.verifyId,
      );
    const isRefunded = (row: DealRecord) => {
      const lines = ofUse(row);
      return row.state === 'verified' && lines.length > 0 && lines.every(({ state }) => state === 'void');
    };
    return done(rows.map((row) => (isRefunded(row) ? { ...row, state: 'refunded' } : row)));
  }

  return {
    async listStores({ access, cursor }): Promise<DealOutcome<Page<DealStore>>> {
      const page = Number(cursor ?? '1');
      const query = { account_id: access.accountId, page: String(page), size: String(storesPage) };
      const answer = await api(paths.stores, { query }, storesSchema);
      if (answer.kind !== 'done') return answer;
      const rows = (answer.value.pois ?? []).map(({ poi }) => ({
        storeId: poi.poi_id,
        name: poi.poi_name,
        address: poi.address,
        ...(poi.latitude !== undefined && { latitude: poi.latitude }),
        ...(poi.longitude !== undefined && { longitude: poi.longitude }),
      }));
      return done({ rows, ...(rows.length === storesPage && { next: String(page + 1) }) });
    },

    async listDeals({ access, cursor }): Promise<DealOutcome<Page<Deal>>> {
      const query = { account_id: access.accountId, cursor: cursor ?? '', count: String(dealsPage) };
      const answer = await api(paths.deals, { query }, productsSchema);
      if (answer.kind !== 'done') return answer;
      const { products, next_cursor: next, has_more } = answer.value;
      const rows = (products ?? []).flatMap(({ product, sku: only, skus, online_status }): Deal[] =>
        (skus?.length ? skus : only ? [only] : []).map((sku) => ({
          dealId: sku.sku_id,
          groupId: product.product_id,
          title: sku.sku_name || product.product_name,
          priceFen: sku.actual_amount,
          originalFen: sku.origin_amount,
          onSale: online_status === 1 && sku.status === 1,
        })),
      );
      return done({ rows, ...(has_more && next && { next }) });
    },

    async records({ access, storeId, day, cursor }): Promise<DealOutcome<Page<DealRecord>>> {
      const start = startOfDay(day).getTime();
      const query = {
        account_id: access.accountId,
        poi_ids: storeId,
        cursor: cursor ?? '0',
        size: String(recordsPage),
        start_time: String(start / secondMs),
        end_time: String((start + dayMs) / secondMs - 1),
      };
      const answer = await api(paths.records, { query }, recordsSchema);
      if (answer.kind !== 'done') return answer;
      const found = answer.value.records_v2 ?? answer.value.records ?? [];
      const next = found.at(-1)?.cursor;
      const rows = found.map((one): DealRecord => {
        const isCancelled = one.status === 2 || one.cancel_time !== undefined;
        return {
          recordId: `${one.certificate_id} ${one.verify_id}`,
          verifyId: one.verify_id,
          certificateId: one.certificate_id,
          // only those of the store were asked for
          storeId: one.poi_id ?? storeId,
          dealId: one.sku.sku_id,
          title: one.sku.title,
          paidFen: one.amount.coupon_pay_amount ?? one.amount.pay_amount,
          originalFen: one.amount.original_amount,
          verifiedAt: one.verify_time,
          state: isCancelled ? 'cancelled' : 'verified',
          ...(one.cancel_time && { cancelledAt: one.cancel_time }),
        };
      });
      const told = await withRefunds(rows);
      if (told.kind !== 'done') return told;
      return done({ rows: told.value, ...(found.length === recordsPage && next && { next }) });
    },

    settlement: ({ certificateIds }) => ledgerOf(certificateIds),
  };
}

const states: Readonly<Record<number, DealSettlement['state']>> = {
  0: 'expected',
  1: 'expected',
  2: 'settled',
  3: 'failed',
  4: 'void',
};

/** An exchange voucher has two rows for one use: they are one settlement. */
function addedUp(rows: readonly LedgerRow[]): DealSettlement[] {
  const known = new Map<string, DealSettlement>();
  for (const row of rows) {
    const key = `${row.certificate_id} ${row.verify_id ?? ''} ${states[row.status] === 'void'}`;
    const { goods, ...costs } = row.fund_amount;
    const fees = Object.values(costs).filter((cost) => cost !== undefined);
    const before = known.get(key);
    const feesFen =
      fees.length > 0 || before?.feesFen !== undefined
        ? fees.reduce((sum, fee) => sum + fee, before?.feesFen ?? 0)
        : undefined;
    known.set(key, {
      certificateId: row.certificate_id,
      ...(row.verify_id && { verifyId: row.verify_id }),
      paidFen: (before?.paidFen ?? 0) + row.amount.pay,
      platformSubsidyFen: (before?.platformSubsidyFen ?? 0) + row.amount.platform_ticket,
      merchantSubsidyFen: (before?.merchantSubsidyFen ?? 0) + row.amount.merchant_ticket,
      ...(feesFen !== undefined && { feesFen }),
      settledFen: (before?.settledFen ?? 0) + (goods ?? row.amount.goods ?? 0),
      state: states[row.status] ?? 'expected',
    });
  }
  return [...known.values()];
}
