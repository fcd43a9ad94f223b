import {
  assertMayGive,
  changeSessions,
  findRole,
  inOwnTenant,
  newPasswordColumns,
  ownTenant,
  type PasswordColumns,
  person,
  replaceSites,
  revokeSessions,
  toUserRecord,
  type UserWithRole,
} from '#features/base/accounts/server/public.ts';
import {
  closeAccount,
  findOfType,
  judgeSites,
  lockOfType,
  pageAccounts,
} from '#features/base/team/server/public.ts';
import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { forbidden, invalid, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addRow, changeRow } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { userTypes } from '#kit/server/session.ts';
import type { franchiseesContract } from '../contract/franchisees.ts';
import { earningsOfMonth } from './earnings.ts';
import { pageStores } from './franchisee-queries.ts';
import { assertMayLeave } from './leaving.ts';

const { franchisee } = userTypes;
type FranchiseeInput = ParsedInputOf<typeof franchiseesContract.saveFranchisee>;

type Franchisee = ResultOf<typeof franchiseesContract.franchiseeDetail>;

/** With what they earned since the month began. */
async function toRecords(context: StaffContext, found: readonly UserWithRole[]): Promise<Franchisee[]> {
  const earners = found.map(({ user }) => ({ tenantId: user.tenantId, id: user.id }));
  const income = await earningsOfMonth(context, context.db.read, earners);
  return found.map((one) => ({
    ...toUserRecord(context, one),
    siteCount: one.siteIds.length,
    incomeFen: income.get(one.user.id) ?? 0,
  }));
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
  if (!old && role) assertMayGive(context.services.features, context.session, role.permissions);
  const { siteIds } = await judgeSites(tx, context.session, { allSites: false, siteIds: input.siteIds });
  const id = old?.user.id ?? newId();
  const { account, name, phone, enabled } = input;
  const columns = {
    account,
    name,
    enabled,
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...password,
  };
  const note = { siteIds };
  if (old) {
    const reference = { id, action: 'accounts.updateFranchisee', was: { siteIds: old.siteIds }, note };
    const returns = enabled && !old.user.enabled;
    const takenOver = password || returns || (phone !== undefined && (phone || null) !== old.user.phone);
    await changeRow(tx, own, person, reference, () => ({
      ...columns,
      ...(takenOver && { ownSince: context.clock.now(), setBy: context.session.userId }),
    }));
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
        ownSince: context.clock.now(),
        setBy: context.session.userId,
        userType: franchisee,
        roleId: role?.id ?? null,
        ...columns,
        ...password!,
      },
    );
  await replaceSites(tx, context.session.tenantId, id, siteIds);
  return id;
}

/** Whose stores are whose is the merchant's to say: a franchisee who may edit others could give themselves more. */
function assertNotFranchisee({ session }: StaffContext): void {
  if (session.userType === franchisee) throw forbidden('accounts:error.mightier');
}

export const franchiseeHandlers: Handlers<typeof franchiseesContract> = {
  async listFranchisees(context, input) {
    const page = await pageAccounts(context, input, franchisee);
    return { ...page, records: await toRecords(context, page.records) };
  },

  async franchiseeDetail(context, { id }) {
    const [record] = await toRecords(context, [await findOfType(context, context.db.read, id, franchisee)]);
    return record as Franchisee;
  },

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
      const { user } = await lockOfType(tx, context, id, franchisee);
      const reference = { id, action: 'accounts.updateFranchisee' };
      await changeRow(tx, inOwnTenant(context), person, reference, () => ({ enabled }));
      if (enabled && !user.enabled) await revokeSessions(tx, user, context.clock.now());
      await touch('user', id);
    });
  },

  async removeFranchisees(context, { ids }) {
    assertNotFranchisee(context);
    if (ids.includes(context.session.userId)) throw invalid('accounts:error.notOneself');
    await changeSessions(context.db, async (tx, touch) => {
      for (const id of [...new Set(ids)].sort()) {
        const target = await lockOfType(tx, context, id, franchisee);
        const { tenantId, name } = target.user;
        await assertMayLeave(tx, context.services, { tenantId, userId: id, name });
        await closeAccount(tx, context, target, 'accounts.removeFranchisee');
        await touch('user', id);
      }
    });
  },
};
