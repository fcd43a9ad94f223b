import { type DeviceView, requestCommand } from '#features/machines/devices/server/public.ts';
import { recordCredit } from '#features/selling/coins/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { creditChanged } from '../contract.ts';
import { creditCommand, takesCoins } from '../rules/credit-rules.ts';
import { insertCredit } from './credit-queries.ts';

/** By which our commands are found again when they end. */
export const subjectKind = 'remoteCredit';

export function requireCreditable(device: DeviceView): void {
  if (!takesCoins(device.type)) throw invalid('remotecredit:error.wrongType');
}

/** What the machine is called now, for records that outlive it. */
export const deviceColumnsOf = ({ deviceId, siteId, code, number, name, type }: DeviceView) => ({
  deviceId,
  siteId,
  code,
  number,
  name,
  type,
});

interface Gift {
  id: string;
  device: DeviceView;
  coins: number;
  user: { id: string; name: string };
  day: string;
  note: string;
  at: Date;
  linkId?: string;
  requestId?: string;
}

/** The record and the command to the machine, written together. */
export async function giveCoins(tx: Tx, services: Services, gift: Gift): Promise<void> {
  const { id, device, coins, user, at } = gift;
  requireCreditable(device);
  const { id: commandId } = await requestCommand(tx, services, {
    device,
    command: creditCommand,
    parameters: { amount: coins, source: 'remote' },
    user,
    subject: { kind: subjectKind, id },
  });
  await insertCredit(tx, device.tenantId, {
    id,
    createdAt: at,
    ...deviceColumnsOf(device),
    userId: user.id,
    userName: user.name,
    day: gift.day,
    note: gift.note,
    linkId: gift.linkId ?? null,
    requestId: gift.requestId ?? null,
    commandId,
    asked: coins,
    state: 'pending',
  });
  await recordCredit(tx, device.tenantId, {
    id,
    createdAt: at,
    ...pick(device, 'siteId', 'deviceId', 'code'),
    coins,
    remark: gift.note,
    userId: user.id,
    userName: user.name,
    day: gift.day,
    commandId,
  });
  await emit(tx, siteTopic(device.tenantId, device.siteId), creditChanged, { id });
}
