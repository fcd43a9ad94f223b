import { cardWorth } from '#features/loyalty/cards/server/public.ts';
import { readPackage, soldPackages } from '#features/selling/packages/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { find, insert, type RowOf } from '#kit/server/tables.ts';
import { type dealCalls, mostPlays } from '../contract/deals.ts';
import { dealsChanged } from '../contract/kinds.ts';
import { amountOf, type Worth } from '../rules/worth.ts';
import { groupBuyDeals, groupBuyMappings } from '../tables.ts';
import { platformOf } from './deal-access.ts';
import { pageDeals, pageVersions } from './groupbuy-queries.ts';
import { livingAccounts, readDeals } from './read-platform.ts';
import { worthText } from './texts.ts';

type DealRow = RowOf<typeof groupBuyDeals>;
type Mapping = ParsedInputOf<typeof dealCalls.mapDeal>;

const required = <T>(value: T | undefined, field: string): T => {
  if (value === undefined) throw invalidField(field, 'kit:validation.required');
  return value;
};

/** As it is now: what it becomes later is another version. */
async function worthOf(tx: Tx, context: StaffContext, input: Mapping): Promise<Worth> {
  const { services, session } = context;
  switch (input.kind) {
    case 'coin':
      return { kind: 'coin', coins: required(input.amount, 'amount') };
    case 'point':
      return { kind: 'point', points: required(input.amount, 'amount') };
    case 'freePlay': {
      const plays = required(input.amount, 'amount');
      if (plays > mostPlays) throw invalidField('amount', 'groupbuys:error.mostPlays', { most: mostPlays });
      return { kind: 'freePlay', plays, days: required(input.days, 'days') };
    }
    case 'card': {
      const cardTypeId = required(input.cardTypeId, 'cardTypeId');
      const card = await cardWorth(tx, services, session.tenantId, cardTypeId);
      if (!card) throw invalidField('cardTypeId', 'groupbuys:error.noCard');
      return { kind: 'card', cardTypeId, name: card.name };
    }
    case 'package': {
      const packageId = required(input.packageId, 'packageId');
      const sold = await readPackage(tx, session.scope, packageId);
      if (!sold) throw invalidField('packageId', 'groupbuys:error.noPackage');
      return { kind: 'package', packageId, ...sold };
    }
  }
}

/** Versions of a deal are written one after the other: its row is held. */
async function addVersion(
  tx: Tx,
  context: StaffContext,
  deal: DealRow,
  worth: Worth | null,
): Promise<number | undefined> {
  const { session } = context;
  const known = await find(tx, session.scope, groupBuyMappings, { dealId: deal.id });
  const newest = known.toSorted((a, b) => b.version - a.version)[0];
  if (!worth && !newest?.worth) return undefined;
  const now = context.clock.now();
  const version = (newest?.version ?? 0) + 1;
  await insert(tx, session.scope, groupBuyMappings, {
    id: newId(now.getTime()),
    dealId: deal.id,
    version,
    fromAt: now,
    worth,
    userId: session.userId,
    userName: session.name,
  });
  await audit(tx, context, {
    action: worth ? 'groupbuys.mapDeal' : 'groupbuys.unmapDeal',
    entity: 'groupBuyDeal',
    entityId: deal.id,
    label: deal.title,
    before: newest?.worth ?? null,
    after: worth,
  });
  await emit(tx, tenantTopic(deal.tenantId), dealsChanged);
  return version;
}

async function lockDeal(tx: Tx, { session }: StaffContext, id: string): Promise<DealRow> {
  const [deal] = await find(tx, session.scope, groupBuyDeals, { id }, 'update');
  if (!deal) throw missing();
  return deal;
}

export const dealHandlers: Handlers<typeof dealCalls> = {
  async listDeals(context, input) {
    const say = sayFor(context);
    const page = await pageDeals(context.db.read, context.session.scope, input);
    return mapPage(page, ({ worth, ...row }) => ({
      ...row,
      mapped: worth !== null,
      kind: worth?.kind ?? null,
      amount: worth ? amountOf(worth) : null,
      days: worth?.kind === 'freePlay' ? worth.days : null,
      cardTypeId: worth?.kind === 'card' ? worth.cardTypeId : null,
      packageId: worth?.kind === 'package' ? worth.packageId : null,
      worthText: worth ? worthText(worth, say) : null,
    }));
  },

  async refreshDeals({ services, session }, { platform }) {
    platformOf(services, platform);
    let deals = 0;
    for (const account of await livingAccounts(services, session.tenantId, platform))
      deals += await readDeals(services, account);
    return { deals };
  },

  async mapDeal(context, input) {
    return context.db.transaction(async (tx) => {
      const deal = await lockDeal(tx, context, input.id);
      const worth = await worthOf(tx, context, input);
      const version = await addVersion(tx, context, deal, worth);
      return { id: deal.id, version: version ?? 0 };
    });
  },

  async unmapDeals(context, { ids }) {
    await context.db.transaction(async (tx) => {
      for (const id of [...new Set(ids)].sort())
        await addVersion(tx, context, await lockDeal(tx, context, id), null);
    });
  },

  async listDealVersions(context, input) {
    const say = sayFor(context);
    const page = await pageVersions(context.db.read, context.session.scope, input);
    return mapPage(page, ({ worth, ...row }) => ({
      ...row,
      mapped: worth !== null,
      worthText: worth ? worthText(worth, say) : null,
    }));
  },

  listDealPackages: ({ db, session }, input) => soldPackages(db.read, session.scope, input),
};
