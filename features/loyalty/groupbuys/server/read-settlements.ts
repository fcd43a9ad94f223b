import { and, eq, gte, isNotNull, lt } from 'drizzle-orm';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows, update } from '#kit/server/tables.ts';
import { groupBuyVerifications } from '../tables.ts';
import { openCode } from './code-secrets.ts';
import { type AccountRow, atStore, platformOf, type StoreRow } from './deal-access.ts';
import type { VerificationRow } from './move-verification.ts';

const mostAtOnce = 50;

async function verifiedOn(services: Services, account: AccountRow, day: string): Promise<VerificationRow[]> {
  const row = rows(tenantScope(account.tenantId), groupBuyVerifications);
  return services.db.read
    .select()
    .from(row)
    .where(
      and(
        eq(row.accountId, account.id),
        isNotNull(row.verifiedAt),
        gte(row.verifiedAt, startOfDay(day)),
        lt(row.verifiedAt, endOfDay(day)),
      ),
    );
}

/**
 * What the platform settles for the verifications of a day, written beside each; null: it has told of none. A code with
 * several uses is told of as often, in the order of its uses.
 */
export async function readSettlements(
  services: Services,
  account: AccountRow,
  stores: readonly StoreRow[],
  day: string,
): Promise<number | null> {
  const platform = platformOf(services, account.platform);
  const known = (await verifiedOn(services, account, day)).filter(({ state }) => state !== 'cancelled');
  const [store] = stores;
  const ask = platform.settlement?.bind(platform);
  const wanting = known.filter(({ settledAt }) => !settledAt);
  for (let at = 0; ask && store && at < wanting.length; at += mostAtOnce) {
    const part = wanting.slice(at, at + mostAtOnce);
    const certificateOf = new Map(
      part.map((row) => [row.id, openCode(services.secrets, row.id, row.codeSealed).certificateId]),
    );
    const outcome = await ask({
      ...atStore(services, store, account),
      certificateIds: [...new Set(certificateOf.values())],
    });
    if (outcome.kind !== 'done') continue;
    const left = outcome.value.filter(({ state }) => state !== 'void');
    await services.db.transaction(async (tx) => {
      for (const row of part) {
        const place = left.findIndex(
          ({ certificateId, verifyId }) =>
            certificateId === certificateOf.get(row.id) &&
            (!verifyId || !row.verifyNumber || verifyId === row.verifyNumber),
        );
        const [settled] = place < 0 ? [] : left.splice(place, 1);
        if (!settled || settled.state === 'failed') continue;
        const { settledFen } = settled;
        const settledAt = settled.state === 'settled' ? services.clock.now() : null;
        row.settledFen = settledFen;
        const own = tenantScope(row.tenantId);
        await update(tx, own, groupBuyVerifications, { id: row.id }, { settledFen, settledAt });
      }
    });
  }
  const told = known.filter(({ settledFen }) => settledFen !== null);
  return told.length === 0 ? null : told.reduce((all, { settledFen }) => all + (settledFen ?? 0), 0);
}
