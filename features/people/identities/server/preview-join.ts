import { createHash } from 'node:crypto';
import { tenantNames } from '#features/base/accounts/server/public.ts';
import { countHoldings, findPlayer } from '#features/base/players/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import { findPayPassword } from '#features/people/playerapp/server/public.ts';
import { ordersByTenant } from '#features/selling/orders/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { hourMs } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, playerScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { Preview } from '../contract.ts';
import { mustWait, waitMs } from '../rules/join-rules.ts';
import { countTaken } from './joined-row-queries.ts';
import { type JoinRow, pursesOf, valuesLeft } from './joined-values.ts';

interface Moved {
  tenantId: string;
  purpose: string;
  unit: 'fen' | 'coin' | 'point' | 'ticket';
  amount: number;
  spent: number;
}

/** Value bought with cash and other value are one balance to people. */
const siteIdOf = (purpose: string): string | null => /^(?:site|cash):(.+)$/.exec(purpose)?.[1] ?? null;

/** The same as long as the step does the same. */
const seenOf = (playerId: string, orders: number, values: readonly Moved[]): string =>
  createHash('sha256')
    .update(JSON.stringify([playerId, orders, values.map((one) => Object.values(one))]))
    .digest('base64url');

async function toPreview(
  reader: Reader,
  playerId: string,
  orders: number,
  values: readonly Moved[],
): Promise<Preview> {
  const player = await findPlayer(reader, playerId);
  if (!player) throw missing();
  const placed = values.map((one) => ({ ...one, siteId: siteIdOf(one.purpose) }));
  const [tenants, sites] = await Promise.all([
    tenantNames(
      reader,
      placed.map(({ tenantId }) => tenantId),
    ),
    siteNames(
      reader,
      platformScope,
      placed.flatMap(({ siteId }) => siteId ?? []),
    ),
  ]);
  const together = Map.groupBy(placed, ({ tenantId, siteId, unit }) => `${tenantId} ${siteId} ${unit}`);
  return {
    playerName: player.name,
    platform: player.platform,
    orders,
    values: [...together.values()].flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const sum = (of: 'amount' | 'spent') => own.reduce((total, one) => total + one[of], 0);
      return {
        merchantName: tenants.get(first.tenantId) ?? '',
        fieldId: first.siteId,
        fieldName: first.siteId && (sites.get(first.siteId) ?? null),
        unit: first.unit,
        amount: sum('amount'),
        spent: sum('spent'),
      };
    }),
    needsPassword: false,
    otherNeedsPassword: false,
    waitHours: 0,
    seen: seenOf(playerId, orders, values),
  };
}

export async function previewJoin(
  reader: Reader,
  services: Services,
  { from, into }: { from: string; into: string },
): Promise<Preview> {
  const now = services.clock.now();
  const purses = await pursesOf(reader, from);
  const things = await Promise.all([from, into].map((id) => countHoldings(services, reader, id, now)));
  const waits = mustWait(
    [...purses, ...(await pursesOf(reader, into))].map(({ unit, available, held }) => ({
      unit,
      balance: available + held,
    })),
    things.reduce((sum, { cards, freePlays }) => sum + cards + freePlays, 0),
  );
  const values = purses.map(({ tenantId, purpose, unit, available }) => ({
    tenantId,
    purpose,
    unit,
    amount: available,
    spent: 0,
  }));
  const orders = (await ordersByTenant(reader, from)).reduce((sum, own) => sum + own.orders, 0);
  const [there, here] = await Promise.all([from, into].map((id) => findPayPassword(reader, playerScope(id))));
  return {
    ...(await toPreview(reader, from, orders, values)),
    needsPassword: here !== undefined,
    otherNeedsPassword: there !== undefined,
    waitHours: waits ? waitMs / hourMs : 0,
  };
}

export async function previewSplit(reader: Reader, join: JoinRow): Promise<Preview> {
  const left = await valuesLeft(reader, join);
  const values = left.map(({ moved, amount, ...rest }) => ({ ...rest, amount, spent: moved - amount }));
  return toPreview(reader, join.fromPlayer, await countTaken(reader, join.id), values);
}
