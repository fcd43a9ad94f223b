import { newSecret } from '#kit/kernel/ids.ts';
import { type Clock, dayMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { DealReach } from '../deal-platform.ts';
import { openMemory, type Shelf } from '../simulated-memory.ts';
import { MeituanRefusal } from './simulated-refusal.ts';

const codeLifeMs = 10 * minuteMs;
const accessLifeMs = 30 * dayMs;
const refreshLifeMs = 35 * dayMs;

/** Whom a token speaks for. */
export interface Holder {
  reach: DealReach;
  bizCode: string;
  name: string;
}
interface TokenRow extends Holder {
  accessToken: string;
  refreshToken: string;
  accessUntilMs: number;
  refreshUntilMs: number;
}

/** Codes of the authorisation page and the tokens they become: of each store and account one, a new one ends the old. */
export function createMerchantTokens(clock: Clock, file?: string) {
  const tokens: Shelf<TokenRow> = openMemory(file)('tokens');
  const codes = new Map<string, Holder & { untilMs: number }>();
  const nowMs = () => clock.now().getTime();
  const keyOf = ({ reach, bizCode }: Holder) => `${reach} ${bizCode}`;

  function issue(holder: Holder): object {
    const row: TokenRow = {
      ...holder,
      accessToken: newSecret(),
      refreshToken: newSecret(),
      accessUntilMs: nowMs() + accessLifeMs,
      refreshUntilMs: nowMs() + refreshLifeMs,
    };
    tokens.put(keyOf(holder), row);
    return {
      accessToken: row.accessToken,
      refreshToken: row.refreshToken,
      expireIn: accessLifeMs / secondMs,
      opBizCode: holder.bizCode,
      opBizName: holder.name,
      scope: 'all',
    };
  }

  return {
    newCode(holder: Holder): string {
      const code = newSecret();
      codes.set(code, { ...holder, untilMs: nowMs() + codeLifeMs });
      return code;
    },

    exchange(reach: DealReach, params: URLSearchParams): object {
      if (params.get('grantType') !== 'authorization_code')
        throw new MeituanRefusal('OP_PARAM_ERROR', 'grantType 不正确');
      const code = params.get('code') ?? '';
      const holder = codes.get(code);
      codes.delete(code);
      if (!holder || holder.untilMs <= nowMs() || holder.reach !== reach)
        throw new MeituanRefusal('OP_AUTH_CODE_INVALID', 'code 无效或已过期，请重新授权');
      return issue({ reach, bizCode: holder.bizCode, name: holder.name });
    },

    refresh(reach: DealReach, params: URLSearchParams): object {
      const said = params.get('refreshToken');
      const row = tokens.values().find(({ refreshToken }) => refreshToken === said);
      if (!row || row.reach !== reach || row.refreshUntilMs <= nowMs())
        throw new MeituanRefusal('OP_TOKEN_INVALID', 'refreshToken 无效，请重新授权');
      return issue({ reach, bizCode: row.bizCode, name: row.name });
    },

    check(reach: DealReach, token: string): Holder {
      const row = tokens.values().find(({ accessToken }) => accessToken === token);
      if (!row || row.reach !== reach || row.accessUntilMs <= nowMs())
        throw new MeituanRefusal('OP_TOKEN_INVALID', 'appAuthToken 无效或已过期');
      return row;
    },

    /** All that speak for this store or account; all, where none is named. */
    end(bizCode?: string): void {
      for (const row of tokens.values())
        if (bizCode === undefined || row.bizCode === bizCode)
          tokens.put(keyOf(row), { ...row, accessUntilMs: 0, refreshUntilMs: 0 });
    },
  };
}
