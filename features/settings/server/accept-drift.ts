import { findDevice } from '#features/devices/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { parseSettings } from '#kit/protocol/types/catalogue.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { settingsContract } from '../contract.ts';
import { deviceLabel } from './begin-changes.ts';
import { selectPending } from './change-queries.ts';
import { type Confirmed, lockConfirmed } from './confirmed.ts';
import { flatten } from './documents.ts';
import { takeOver } from './take-over.ts';

export const acceptDrift: Handler<typeof settingsContract.acceptDrift> = async (context, { equipmentId }) => {
  const { session } = context;
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const device = await findDevice(tx, session.scope, equipmentId);
    const confirmed = (await lockConfirmed(tx, [device])).get(device.deviceId) as Confirmed;
    if ((await selectPending(tx, [device])).length > 0) throw conflict('settings:error.changePending');
    const { reported, reportedHash: hash, reportedVersion: version } = confirmed;
    if (!reported || hash === null || version === null) throw invalid('settings:error.noDrift');
    const parsed = parseSettings(device.type, reported);
    if ('problems' in parsed) throw invalid('settings:error.reportUnusable');
    const differences = await takeOver(tx, {
      device,
      confirmed,
      // the device's own hash: what it keeps beyond our knowledge is part of it
      next: { settings: parsed.settings, hash, version },
      user: { id: session.userId, name: session.name },
      now,
      services: context.services,
    });
    await audit(tx, context, {
      action: 'settings.accept',
      entity: 'device',
      entityId: device.deviceId,
      label: deviceLabel(device),
      before: flatten(differences, 'before'),
      after: flatten(differences, 'after'),
    });
  });
  return {};
};
