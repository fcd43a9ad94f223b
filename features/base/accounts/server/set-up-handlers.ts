import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { sameText } from '#kit/server/keyed-code.ts';
import { platformTenantId } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import type { loginContract } from '../contract/login.ts';
import { newPasswordColumns } from './password-wire.ts';
import { lockSetup, setupCode, setupNeeded } from './set-up.ts';
import { insertUser } from './user-queries.ts';

export const setUpHandlers: Handlers<Pick<typeof loginContract, 'setupState' | 'setupAdministrator'>> = {
  setupState: async ({ db }) => ({ needed: await setupNeeded(db.read) }),

  async setupAdministrator(context, { setupCode: given, account, name, phone, password: wire }) {
    const { services, clock } = context;
    if (!(await setupNeeded(context.db.read))) throw conflict('accounts:error.setupDone');
    if (!sameText(given.toUpperCase(), setupCode(services)))
      throw invalidField('setupCode', 'accounts:error.setupCodeWrong');
    const password = await newPasswordColumns(services, 'password', wire, clock.now());
    await context.db.transaction(async (tx) => {
      await lockSetup(tx);
      if (!(await setupNeeded(tx))) throw conflict('accounts:error.setupDone');
      const { id: userId, tenantId } = await insertUser(tx, platformTenantId, {
        id: newId(),
        account,
        name,
        phone: phone ?? null,
        userType: userTypes.platform,
        ...password,
      });
      await audit(
        tx,
        { session: { userId, tenantId, account, name }, address: context.address },
        { action: 'accounts.setUp', entity: 'user', entityId: userId, label: account },
      );
    });
  },
};
