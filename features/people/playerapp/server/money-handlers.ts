import { siteTerms } from '#features/base/sites/server/public.ts';
import { pageOwnerLines } from '#features/money/ledger/server/public.ts';
import { reachOf, spendableAt, spendableBySite } from '#features/money/wallet/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { playerAppContract } from '../contract.ts';
import { namesOf, readPurses, siteOf } from './money-queries.ts';

const empty = { balanceFen: 0, coins: 0, tickets: 0, points: 0, heldFen: 0, heldCoins: 0 };
type Purse = typeof empty;

const together = (purses: readonly Purse[]): Purse =>
  purses.reduce(
    (sum, purse) =>
      Object.fromEntries(
        Object.entries(sum).map(([key, value]) => [key, value + purse[key as keyof Purse]]),
      ) as Purse,
    empty,
  );

type MoneyCalls = Pick<typeof playerAppContract, 'readOwnMoney' | 'readSpendable' | 'listOwnRecords'>;

export const moneyHandlers: Handlers<MoneyCalls> = {
  async readSpendable({ db, session }, { fieldId: siteId }) {
    const site = await siteTerms(db.read, platformScope, siteId);
    if (!site) throw missing('playerapp:error.noShop');
    const { tenantId } = site;
    const [own, reach, names] = await Promise.all([
      spendableAt(db.read, { tenantId, playerId: session.playerId, siteId }),
      reachOf(db.read, tenantId),
      namesOf(db.read, [{ tenantId, siteId }]),
    ]);
    return { ...own, reach, merchantName: names.tenants.get(tenantId) ?? '' };
  },

  async readOwnMoney({ db, session }) {
    const purses = (await readPurses(db.read, session.playerId)).map(
      ({ tenantId, purpose, unit, balance, held }) => ({
        tenantId,
        siteId: siteOf(purpose),
        purse: {
          ...empty,
          ...(unit === 'fen' && { balanceFen: balance - held, heldFen: held }),
          ...(unit === 'coin' && { coins: balance - held, heldCoins: held }),
          ...(unit === 'ticket' && { tickets: balance - held }),
          ...(unit === 'point' && { points: balance - held }),
        },
      }),
    );
    const names = await namesOf(db.read, purses);
    const merchants = [...Map.groupBy(purses, ({ tenantId }) => tenantId)];
    return Promise.all(
      merchants.map(async ([tenantId, own]) => {
        const [reach, spendable] = await Promise.all([
          reachOf(db.read, tenantId),
          spendableBySite(db.read, { tenantId, playerId: session.playerId }),
        ]);
        return {
          merchantId: tenantId,
          merchantName: names.tenants.get(tenantId) ?? '',
          ...together(own.map(({ purse }) => purse)),
          reach,
          fields: [...Map.groupBy(own, ({ siteId }) => siteId)].map(([siteId, there]) => ({
            fieldId: siteId,
            fieldName: siteId && (names.sites.get(siteId) ?? null),
            ...together(there.map(({ purse }) => purse)),
            ...(spendable.get(siteId ?? '') ?? { spendFen: 0, spendCoins: 0 }),
          })),
        };
      }),
    );
  },

  async listOwnRecords(context, { unit, current, size }) {
    const { db, session, services, language } = context;
    const say = sayFor(context);
    const owner = { ownerKind: 'player', ownerId: session.playerId } as const;
    const { lines, total } = await pageOwnerLines(db.read, owner, [unit], {
      limit: size,
      offset: (current - 1) * size,
    });
    const placed = lines.map((line) => ({ ...line, siteId: siteOf(line.purpose) }));
    const names = await namesOf(db.read, placed);
    const whatOf = (kind: string, amount: number) => {
      const key = `playerapp:movement.${amount < 0 ? 'out' : 'in'}.${kind}`;
      return say(
        services.texts.has(language, key) ? key : `playerapp:movement.${amount < 0 ? 'out' : 'in'}.other`,
      );
    };
    return {
      current,
      size,
      total,
      pages: Math.ceil(total / size),
      records: placed.map((line) => ({
        id: line.transferId,
        at: line.at,
        what: whatOf(line.kind, line.amount),
        merchantName: names.tenants.get(line.tenantId) ?? '',
        fieldId: line.siteId,
        fieldName: line.siteId && (names.sites.get(line.siteId) ?? null),
        unit,
        amount: line.amount,
        balanceAfter: line.balanceAfter,
      })),
    };
  },
};
