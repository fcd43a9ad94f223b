import { findDevice, presenceOf } from '#features/machines/devices/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { remotecreditContract } from '../contract.ts';
import {
  findByRequest,
  pageCreditDevices,
  pageCredits,
  selectCreditors,
  selectListedCredit,
} from './credit-queries.ts';
import { deviceFields, toCreditRecord } from './credit-records.ts';
import { giveCoins } from './give-coins.ts';
import { lockAllowance, spendAllowance } from './spend-allowance.ts';

type Contract = Pick<
  typeof remotecreditContract,
  'creditDevice' | 'listCredits' | 'readCredit' | 'listCreditors' | 'listCreditDevices'
>;

export const creditHandlers: Handlers<Contract> = {
  async creditDevice(context, input) {
    const { session, services } = context;
    const now = context.clock.now();
    const id = newId(now.getTime());
    return context.db.transaction(async (tx) => {
      const device = await findDevice(tx, session.scope, input.equipmentId);
      await lockAllowance(tx, context);
      // Under the lock: the first of two equal calls is stored by now, or will never be.
      const { requestId } = input;
      const known = requestId && (await findByRequest(tx, session.tenantId, session.userId, requestId));
      if (known) {
        if (known.deviceId !== device.deviceId || known.asked !== input.number)
          throw conflict('remotecredit:error.otherRequest');
        return { id: known.id };
      }
      const wish = { subjectId: id, coins: input.number };
      const day = await spendAllowance(tx, context, { door: 'credit', ...wish });
      await giveCoins(tx, services, {
        id,
        device,
        coins: input.number,
        user: { id: session.userId, name: session.name },
        day,
        note: input.remark ?? '',
        at: now,
        requestId,
      });
      await audit(tx, context, {
        action: 'remotecredit.credit',
        entity: 'device',
        entityId: device.deviceId,
        siteId: device.siteId,
        label: device.name ?? device.code,
        after: { coins: input.number, remark: input.remark },
      });
      return { id };
    });
  },

  async listCredits(context, input) {
    const page = await pageCredits(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => toCreditRecord(row, sayFor(context)));
  },

  async readCredit(context, { id }) {
    const found = await selectListedCredit(context.db.read, context.session.scope, id);
    if (!found) throw missing();
    return toCreditRecord(found, sayFor(context));
  },

  listCreditors: ({ db, session }) => selectCreditors(db.read, session.scope),

  async listCreditDevices(context, input) {
    const page = await pageCreditDevices(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => ({
      ...deviceFields(row, row.siteName, sayFor(context)),
      ...presenceOf(row),
    }));
  },
};
