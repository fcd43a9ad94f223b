import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { forbidden, invalid, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addRow, changeRow } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { userTypes } from '#kit/server/session.ts';
import type { franchiseesContract } from '../contract/franchisees.ts';
import { wholeBasisPoints } from './change-agent.ts';
import { closeAccount, findOfType, lockOfType } from './change-staff.ts';
import { largestShareTaken, pageStores } from './franchisee-queries.ts';
import { judgeSites } from './judge-assignment.ts';
import { inOwnTenant, ownTenant } from './own-tenant.ts';
import { newPasswordColumns, type PasswordColumns } from './password-wire.ts';
import { assertMayGive } from './rights.ts';
import { findRole } from './role-queries.ts';
import { changeSessions } from './session-changes.ts';
import { revokeSessions } from './sessions.ts';
import { lockTenant } from './tenant-queries.ts';
import { pageAccounts, person, replaceSites, type UserWithRole } from './user-queries.ts';
import { toUserRecord } from './user-records.ts';

const { franchisee } = userTypes;
type FranchiseeInput = ParsedInputOf<typeof franchiseesContract.saveFranchisee>;

const toRecord = (
  context: StaffContext,
  found: UserWithRole,
): ResultOf<typeof franchiseesContract.franchiseeDetail> => ({
  ...toUserRecord(context, found),
  shareBasisPoints: found.user.shareBasisPoints,
  siteCount: found.siteIds.length,
});

/** What one site earns is divided once: all enabled franchisees of it together stay within the whole. */
async function assertSharesFit(
  tx: Tx,
  context: StaffContext,
  one: { id: string; shareBasisPoints: number; siteIds: readonly string[]; enabled: boolean },
): Promise<void> {
  if (one.siteIds.length === 0 || !one.enabled) return;
  // Two franchisees saved at once are judged one after the other.
  await lockTenant(tx, context.session.tenantId);
  const taken = await largestShareTaken(tx, ownTenant(context), one.siteIds, one.id);
  if (taken + one.shareBasisPoints > wholeBasisPoints)
    throw invalidField('shareBasisPoints', 'accounts:error.siteShareTooHigh');
}

async function saveOne(
  tx: Tx,
  context: StaffContext,
  input: FranchiseeInput,
  password: PasswordColumns | undefined,
): Promise<string> {
  const own = inOwnTenant(context);
  const old = input.id ? await lockOfType(tx, context, input.id, franchisee) : undefined;
  const role = await findRole(tx, ownTenant(context), { alias: 'franchisee' });
  if (!old && role) assertMayGive(context.session, role.permissions);
  const { siteIds } = await judgeSites(tx, context.session, { allSites: false, siteIds: input.siteIds });
  const id = old?.user.id ?? newId();
  await assertSharesFit(tx, context, { ...input, id, siteIds });
  const { account, name, phone, shareBasisPoints, enabled } = input;
  const columns = {
    account,
    name,
    shareBasisPoints,
    enabled,
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...password,
  };
  const note = { siteIds };
  if (old) {
    const reference = { id, action: 'accounts.updateFranchisee', was: { siteIds: old.siteIds }, note };
    await changeRow(tx, own, person, reference, () => columns);
    const returns = enabled && !old.user.enabled;
    if (password || returns) await revokeSessions(tx, old.user, context.clock.now());
  } else
    await addRow(
      tx,
      own,
      person,
      { action: 'accounts.createFranchisee', note },
      {
        id,
        createdAt: context.clock.now(),
        userType: franchisee,
        roleId: role?.id ?? null,
        ...columns,
        ...password!,
      },
    );
  await replaceSites(tx, context.session.tenantId, id, siteIds);
  return id;
}

/** Their part of the income is the merchant's to give: a franchisee who may edit others could raise a friend's. */
function assertNotFranchisee({ session }: StaffContext): void {
  if (session.userType === franchisee) throw forbidden('accounts:error.mightier');
}

export const franchiseeHandlers: Handlers<typeof franchiseesContract> = {
  async listFranchisees(context, input) {
    const page = await pageAccounts(context, input, franchisee);
    return mapPage(page, (found) => toRecord(context, found));
  },

  franchiseeDetail: async (context, { id }) =>
    toRecord(context, await findOfType(context, context.db.read, id, franchisee)),

  async franchiseeStores(context, input) {
    await findOfType(context, context.db.read, input.id, franchisee);
    return pageStores(context.db.read, context.session.scope, input);
  },

  async saveFranchisee(context, input) {
    assertNotFranchisee(context);
    if (!input.id && !input.password) throw invalidField('password', 'kit:validation.required');
    const password = input.password
      ? await newPasswordColumns(context.services, 'password', input.password, context.clock.now())
      : undefined;
    return changeSessions(context.db, async (tx, touch) => {
      const id = await saveOne(tx, context, input, password);
      if (input.id) await touch('user', id);
      return { id };
    });
  },

  async setFranchiseeEnabled(context, { id, enabled }) {
    assertNotFranchisee(context);
    await changeSessions(context.db, async (tx, touch) => {
      const { user, siteIds } = await lockOfType(tx, context, id, franchisee);
      await assertSharesFit(tx, context, { id, shareBasisPoints: user.shareBasisPoints, siteIds, enabled });
      const reference = { id, action: 'accounts.updateFranchisee' };
      await changeRow(tx, inOwnTenant(context), person, reference, () => ({ enabled }));
      if (enabled && !user.enabled) await revokeSessions(tx, user, context.clock.now());
      await touch('user', id);
    });
    return {};
  },

  async removeFranchisees(context, { ids }) {
    assertNotFranchisee(context);
    if (ids.includes(context.session.userId)) throw invalid('accounts:error.notOneself');
    await changeSessions(context.db, async (tx, touch) => {
      for (const id of [...new Set(ids)].sort()) {
        const target = await lockOfType(tx, context, id, franchisee);
        await closeAccount(tx, context, target, 'accounts.removeFranchisee');
        await touch('user', id);
      }
    });
    return {};
  },
};
