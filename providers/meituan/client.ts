import { addDays, businessDay, type Clock, dayMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import {
  type CancelRequest,
  type CodeState,
  type DealAccess,
  type DealOutcome,
  type DealPlatform,
  type DealReach,
  done,
  refused,
  type Verified,
  type VerifyRequest,
} from '../deal-platform.ts';
import { looksLikeLink } from '../short-link.ts';
import { consumedSchema, consumedStateSchema, preparedSchema, tokenSchema } from './answers.ts';
import { type Api, businessIds, createApi, paths } from './api.ts';
import { cancelKey, readCancelKey } from './keys.ts';
import { allRecordsOf, listsOf, stateOf } from './lists.ts';
import { signOf } from './signing.ts';

export interface MeituanOptions {
  developerId: string;
  signKey: string;
  clock: Clock;
  baseUrl?: string;
  authoriseUrl?: string;
  timeoutMs?: number;
}

const accessLifeMs = 30 * dayMs;
const refreshLifeMs = 35 * dayMs;
const codePattern = /^\d{8,20}$/;

export function createMeituan(options: MeituanOptions): DealPlatform {
  const { developerId, signKey, clock } = options;
  const api = createApi({
    developerId,
    signKey,
    clock,
    baseUrl: options.baseUrl ?? 'https://api-open-cater.meituan.com',
    timeoutMs: options.timeoutMs ?? 6 * secondMs,
  });

  return {
    name: 'meituan',
    reaches: { stores: 'account', codes: 'store' },
    maxUses: 100,
    cancelWindowMs: undefined,
    settlesWithinMs: minuteMs,
    ...authorisationOf(api, clock),
    ...codesOf(api, clock),
    ...listsOf(api),

    authorisationUrl({ state, reach }) {
      const params = {
        developerId,
        businessId: businessIds[reach],
        timestamp: String(Math.floor(clock.now().getTime() / secondMs)),
        charset: 'UTF-8',
        state,
      };
      const url = new URL(options.authoriseUrl ?? 'https://open-erp.meituan.com/general/auth');
      url.search = new URLSearchParams({ ...params, sign: signOf(signKey, params) }).toString();
      return url.toString();
    },
  };
}

function authorisationOf(api: Api, clock: Clock) {
  async function tokens(
    path: string,
    reach: DealReach,
    fields: Record<string, string>,
    before?: DealAccess,
  ): Promise<DealOutcome<DealAccess>> {
    const answer = await api({ path, reach, fields }, tokenSchema);
    // whatever it says no to, the merchant has to authorise again
    if (answer.kind === 'refused') return refused('notAuthorised', answer.refusal.code, answer.refusal.text);
    if (answer.kind !== 'done') return answer;
    const { accessToken, refreshToken, expireIn, opBizCode, opBizName } = answer.value;
    const accountId = opBizCode ?? before?.accountId;
    if (accountId === undefined) return { kind: 'unknown', because: 'unclear answer of Meituan' };
    const nowMs = clock.now().getTime();
    const name = opBizName ?? before?.name;
    return done({
      reach,
      accountId,
      ...(name && { name }),
      accessToken,
      refreshToken,
      expiresAt: new Date(nowMs + (expireIn === undefined ? accessLifeMs : expireIn * secondMs)),
      refreshUntil: new Date(nowMs + refreshLifeMs),
    });
  }

  return {
    readReturn({ state, code }: Record<string, string | undefined>) {
      return state && code ? { state, code } : undefined;
    },
    exchange: ({ code, reach }: { code: string; reach: DealReach }) =>
      tokens(paths.token, reach, { grantType: 'authorization_code', code }),
    async refresh(access: DealAccess): Promise<DealOutcome<DealAccess>> {
      const { refreshToken } = access;
      if (!refreshToken) return refused('notAuthorised', 'refreshToken', '');
      return tokens(paths.refresh, access.reach, { grantType: 'refresh_token', refreshToken }, access);
    },
  };
}

/** Without a token nothing is asked: the merchant has to authorise. */
const tokenOf = ({ accessToken }: DealAccess): string => accessToken ?? '';

function codesOf(api: Api, clock: Clock) {
  const verifiedOf = (verifiedAt: Date, uses: Verified['uses']): Verified => ({ verifiedAt, uses });

  async function verify(request: VerifyRequest): Promise<DealOutcome<Verified>> {
    const { access, ref, uses, requestId, operatorName } = request;
    const biz = {
      receiptCode: ref,
      count: uses,
      requestId,
      // comes back in the records, so that they say which verification it was
      appShopAccount: requestId,
      appShopAccountName: operatorName,
    };
    const answer = await api(
      { path: paths.consume, reach: 'store', token: tokenOf(access), biz },
      consumedSchema,
    );
    if (answer.kind === 'refused' && answer.refusal.reason === 'codeUsed' && request.firstSentAt) {
      // the platform may have forgotten the request id
      const before = await verificationOf({ ...request, firstSentAt: request.firstSentAt });
      if (before.kind === 'done') return before.value.verified ? done(before.value.verified) : answer;
      return before.kind === 'refused' ? answer : before;
    }
    if (answer.kind !== 'done') return answer;
    const verifiedAt = clock.now();
    const day = businessDay(verifiedAt);
    return done(
      verifiedOf(
        verifiedAt,
        answer.value.result.map((one) => {
          const paidFen =
            one.tgTimesCardFlag && one.timesCardUnitPrice > 0 ? one.timesCardUnitPrice : one.dealPrice;
          const flowId = one.flowId ?? '';
          return {
            verifyId: flowId,
            certificateId: one.receiptCode,
            cancelKey: cancelKey({ receiptCode: one.receiptCode, dealId: one.dealId, flowId, day }),
            settlement: {
              certificateId: one.receiptCode,
              ...(flowId && { verifyId: flowId }),
              paidFen,
              platformSubsidyFen: one.platformAmount,
              merchantSubsidyFen: one.merchantAmount,
              settledFen: paidFen - one.merchantAmount,
              state: 'expected' as const,
            },
          };
        }),
      ),
    );
  }

  /** The records of the days since then that carry our request id. */
  async function verificationOf(
    request: VerifyRequest & { firstSentAt: Date },
  ): Promise<DealOutcome<{ verified: Verified | undefined }>> {
    const { access, ref, requestId, firstSentAt } = request;
    const token = tokenOf(access);
    const consumed = await api(
      { path: paths.consumed, reach: 'store', token, biz: { receiptCode: ref } },
      consumedStateSchema,
    );
    if (consumed.kind === 'refused' && consumed.refusal.reason === 'codeUnknown')
      return done({ verified: undefined });
    if (consumed.kind !== 'done') return consumed;
    const uses: Verified['uses'] = [];
    let verifiedAt = consumed.value.verifyTime;
    const last = businessDay(clock.now());
    for (let day = businessDay(firstSentAt); day <= last; day = addDays(day, 1)) {
      const found = await allRecordsOf(api, token, day);
      if (found.kind !== 'done') return found;
      for (const record of found.value) {
        if (record.verifyAccount !== requestId || stateOf(record) === 'cancelled') continue;
        verifiedAt = record.verifyTime;
        const { receiptCode, dealId } = record;
        const flowId = record.flowId ?? '';
        uses.push({
          verifyId: flowId,
          certificateId: receiptCode,
          cancelKey: cancelKey({ receiptCode, dealId, flowId, day }),
        });
      }
    }
    return done({ verified: uses.length > 0 ? verifiedOf(verifiedAt, uses) : undefined });
  }

  return {
    verify,
    verificationOf,

    async prepare({ access, said }: { access: DealAccess; said: string }) {
      const receiptCode = said.replace(/[\s-]/g, '');
      if (looksLikeLink(said)) return refused('link', 'foreign', '');
      if (!codePattern.test(receiptCode)) return refused('codeUnknown', 'code', '');
      const answer = await api(
        { path: paths.prepare, reach: 'store', token: tokenOf(access), biz: { receiptCode } },
        preparedSchema,
      );
      if (answer.kind !== 'done') return answer;
      const { value } = answer;
      const isCard = value.tgTimesCardFlag === true;
      const total = isCard ? Number(value.purchaseToConsumeRatio ?? value.count) : value.count;
      return done({
        orderId: value.orderId,
        prepared: value.receiptCode,
        codes: [
          {
            ref: value.receiptCode,
            certificateId: value.receiptCode,
            dealId: value.dealId,
            title: value.dealTitle,
            paidFen: isCard && value.timesCardUnitPrice > 0 ? value.timesCardUnitPrice : value.dealPrice,
            originalFen: value.dealMarketPrice,
            expiresAt: value.receiptEndDate,
            usesTotal: Number.isInteger(total) && total >= value.count ? total : value.count,
            usesLeft: value.count,
          },
        ],
      });
    },

    /** The platform takes back the last use of a code, so it is asked first whether this one is still standing. */
    async cancel({ access, cancelKey: key, requestId, operatorName }: CancelRequest) {
      const known = readCancelKey(key);
      if (!known) return refused('other', 'cancelKey', '');
      const token = tokenOf(access);
      const { receiptCode, dealId, flowId, day } = known;
      if (flowId) {
        const records = await allRecordsOf(api, token, day);
        if (records.kind !== 'done') return records;
        const record = records.value.find((one) => one.flowId === flowId);
        if (record && stateOf(record) === 'cancelled') return refused('cancelledBefore', 'refundStatus', '');
        if (record && stateOf(record) === 'refunded') return refused('codeRefunded', 'refundStatus', '');
      }
      const biz = { receiptCode, dealId, appShopAccount: requestId, appShopAccountName: operatorName };
      const answer = await api({ path: paths.reverse, reach: 'store', token, biz }, consumedSchema);
      return answer.kind === 'done' ? done({ cancelledAt: clock.now() }) : answer;
    },

    /** Meituan tells of verified codes alone by one call, and of those that can be verified by another. */
    async codeState({ access, ref }: { access: DealAccess; ref: string }): Promise<DealOutcome<CodeState>> {
      const token = tokenOf(access);
      const prepared = await api(
        { path: paths.prepare, reach: 'store', token, biz: { receiptCode: ref } },
        preparedSchema,
      );
      if (prepared.kind === 'refused' && prepared.refusal.reason === 'codeRefunded')
        return done({ standing: 'refunded' });
      const isUsable = prepared.kind === 'done';
      if (!isUsable && !(prepared.kind === 'refused' && prepared.refusal.reason === 'codeUsed'))
        return prepared;
      const consumed = await api(
        { path: paths.consumed, reach: 'store', token, biz: { receiptCode: ref } },
        consumedStateSchema,
      );
      if (consumed.kind === 'refused' && consumed.refusal.reason === 'codeUnknown' && isUsable)
        return done({ standing: 'unused' });
      if (consumed.kind !== 'done') return consumed;
      return done({
        standing: isUsable ? 'unused' : 'used',
        verification: { certificateId: ref, verifiedAt: consumed.value.verifyTime },
      });
    },
  };
}
