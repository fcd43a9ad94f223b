import { findDevice, listDevices } from '#features/devices/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { remotecreditContract } from '../contract.ts';
import {
  deviceFields,
  findByRequest,
  namesOfSites,
  pageCredits,
  sayFor,
  selectCreditors,
  selectCredits,
  toCreditRecords,
} from './credit-queries.ts';
import { creditTypes, giveCoins } from './give-coins.ts';
import { lockAllowance, spendAllowance } from './limits.ts';

export const creditDevice: Handler<typeof remotecreditContract.creditDevice> = async (context, input) => {
  const { session, services } = context;
  const now = context.clock.now();
  const id = newId(now.getTime());
  return context.db.transaction(async (tx) => {
    const device = await findDevice(tx, session.scope, input.equipmentId);
    await lockAllowance(tx, session);
    // Under the lock: the first of two equal calls is stored by now, or will never be.
    const { requestId } = input;
    const known = requestId && (await findByRequest(tx, session.tenantId, session.userId, requestId));
    if (known) {
      if (known.deviceId !== device.deviceId || known.asked !== input.number)
        throw conflict('remotecredit:error.otherRequest');
      return { id: known.id };
    }
    const day = await spendAllowance(tx, session, input.number, now);
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
      label: device.name ?? device.code,
      after: { coins: input.number, remark: input.remark },
    });
    return { id };
  });
};

export const listCredits: Handler<typeof remotecreditContract.listCredits> = async (context, input) => {
  const { db, session } = context;
  const page = await pageCredits(db.read, session.scope, input);
  return { ...page, records: await toCreditRecords(db.read, session.scope, page.records, sayFor(context)) };
};

export const readCredit: Handler<typeof remotecreditContract.readCredit> = async (context, { id }) => {
  const { db, session } = context;
  const found = await selectCredits(db.read, session.scope, [id]);
  const [record] = await toCreditRecords(db.read, session.scope, found, sayFor(context));
  if (!record) throw missing();
  return record;
};

export const listCreditors: Handler<typeof remotecreditContract.listCreditors> = ({ db, session }) =>
  selectCreditors(db.read, session.scope);

export const listCreditDevices: Handler<typeof remotecreditContract.listCreditDevices> = async (context) => {
  const { db, session } = context;
  const found = await listDevices(db.read, session.scope, { types: creditTypes });
  const devices = found.filter(({ controlled }) => controlled);
  const sites = await namesOfSites(db.read, session.scope, devices);
  return devices.map((device) => ({
    ...deviceFields(device, sites, sayFor(context)),
    online: device.online,
  }));
};
