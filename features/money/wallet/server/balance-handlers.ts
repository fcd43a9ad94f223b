import { ne } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Page } from '#kit/contract/schemas.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Balances } from '../contract/shared.ts';
import type { walletContract } from '../contract.ts';
import { balancesOf } from './balance-queries.ts';
import { pageOrganisations } from './organisation-queries.ts';
import { pageWallets, siteNamesOfWallets } from './wallet-queries.ts';
import { walletName } from './wallet-records.ts';

type Input = ParsedInputOf<typeof walletContract.listBalances>;

/** Rows of a page with their balances: only those that are shown are asked for. */
async function withBalances<R extends { id: string }>(
  { db }: StaffContext,
  page: Page<R>,
  tenantOf: (row: R) => string,
): Promise<Page<R & Balances>> {
  const balances = await balancesOf(
    db.read,
    page.records.map((row) => ({ tenantId: tenantOf(row), id: row.id })),
  );
  return {
    ...page,
    records: page.records.map((row, index) => ({ ...row, ...(balances[index] as Balances) })),
  };
}

async function ownWallets(context: StaffContext, input: Input) {
  const { db, session } = context;
  const page = await pageWallets(db.read, session, input);
  const names = await siteNamesOfWallets(
    db.read,
    session.tenantId,
    page.records.map(({ id }) => id),
  );
  const comma = context.services.texts.say(context.language, 'kit:unit.comma');
  const shown = mapPage(page, ({ id, kind, name }) => ({
    id,
    kind,
    name: walletName(context, { kind, name }),
    detail: (names.get(id) ?? []).join(comma),
    open: true,
  }));
  return withBalances(context, shown, () => session.tenantId);
}

async function organisations(context: StaffContext, input: Input) {
  const { db, session } = context;
  const page = await pageOrganisations(db.read, session.scope, input, { first: session.tenantId });
  const shown = mapPage(page, ({ id, realm, name, agentName }) => ({
    id,
    kind: realm,
    name,
    detail: agentName ?? '',
    open: session.realm === 'platform' || id === session.tenantId,
  }));
  return withBalances(context, shown, ({ id }) => id);
}

export const balanceHandlers: Handlers<Pick<typeof walletContract, 'listBalances' | 'listOrganisations'>> = {
  listBalances: (context, input) =>
    context.session.realm === 'merchant' ? ownWallets(context, input) : organisations(context, input),

  async listOrganisations(context, input) {
    const page = await pageOrganisations(context.db.read, platformScope, input, {
      where: ({ realm }) => ne(realm, 'platform'),
    });
    return withBalances(context, page, ({ id }) => id);
  },
};
