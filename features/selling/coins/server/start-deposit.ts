import { randomInt } from 'node:crypto';
import {
  type DeviceView,
  findDevice,
  requestCommand,
  type SettledCommand,
  shownCodeWindow,
} from '#features/machines/devices/server/public.ts';
import { AppError, invalid, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { refusingTaken } from '#kit/server/change.ts';
import type { Context } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, playerTopic, siteTopic, told } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import type { DepositUnit } from '../contract/deposits.ts';
import { depositChanged, ownDepositChanged } from '../contract/events.ts';
import {
  type DepositRow,
  insertDeposit,
  isWindowUsed,
  listOwnDeposits,
  lockByCommand,
  updateDeposit,
} from './deposit-queries.ts';
import { depositSubject } from './post-deposits.ts';

const countedPieces = { coin: 'coins', ticket: 'tickets' } as const satisfies Record<DepositUnit, string>;

/** One press is what anybody does who finds a button, so it never counts as an answer to a page. */
const fewestPresses = 2;
const mostPresses = 4;
/** Who has left a button unpressed so often holds the machine up for others. */
const unpressedAllowed = 3;
const unpressedWithinMs = 10 * minuteMs;
const unpressed = ['timeout', 'presses'];

const codeTaken = { coin_deposit_shown: { key: 'coins:error.codeUsed', field: 'p' } };

const askToCount = (tx: Tx, services: Services, device: DeviceView, row: Pick<DepositRow, 'id' | 'unit'>) =>
  requestCommand(tx, services, {
    device,
    command: 'startCounting',
    parameters: { kind: countedPieces[row.unit] },
    subject: { kind: depositSubject, id: row.id },
  });

const tell = (
  tx: Tx,
  row: Pick<DepositRow, 'tenantId' | 'siteId' | 'id'> & { playerId: string | null },
): Promise<void> =>
  emitAll(tx, [
    told(siteTopic(row.tenantId, row.siteId), depositChanged, {}),
    ...(row.playerId ? [told(playerTopic(row.playerId), ownDepositChanged, { id: row.id, seen: 0 })] : []),
  ]);

/** By the code on its screen the machine counts at once. */
async function countByCode(
  tx: Tx,
  services: Services,
  device: DeviceView,
  row: Pick<DepositRow, 'id' | 'unit'>,
  shownWindow: number,
) {
  // who has used it already; of two at the same moment the index lets one through
  if (await isWindowUsed(tx, device, shownWindow)) throw invalidField('p', 'coins:error.codeUsed');
  const { id: commandId } = await askToCount(tx, services, device, row);
  return { state: 'counting' as const, commandId, shownWindow, countingAt: services.clock.now() };
}

/** Without one the machine waits for so many presses of its button as only the player's page says. */
async function waitForButton(
  tx: Tx,
  services: Services,
  device: DeviceView,
  row: Pick<DepositRow, 'id'>,
  mine: readonly DepositRow[],
) {
  const since = services.clock.now().getTime() - unpressedWithinMs;
  const left = mine.filter(
    ({ presses, reason, createdAt }) =>
      presses !== null && unpressed.includes(reason ?? '') && createdAt.getTime() > since,
  );
  if (left.length >= unpressedAllowed) throw invalid('coins:error.askStaff');
  const presses = randomInt(fewestPresses, mostPresses + 1);
  const { id: commandId } = await requestCommand(tx, services, {
    device,
    command: 'awaitPress',
    parameters: { presses },
    subject: { kind: depositSubject, id: row.id },
  });
  return { state: 'confirming' as const, commandId, presses };
}

/** A player shows to stand before the machine, and it counts for them. */
export async function startDeposit(
  { session, services, db, clock }: Context<PlayerSession>,
  device: DeviceView,
  { unit, p }: { unit: DepositUnit; p?: string | undefined },
): Promise<{ id: string }> {
  const now = clock.now();
  const shownWindow = p ? await shownCodeWindow(services, device.code, p) : undefined;
  return db.transaction(async (tx) => {
    // who opens the page again, or presses twice, is counting already
    const mine = await listOwnDeposits(tx, session.scope, { deviceId: device.deviceId, unit });
    const running = mine.find(
      ({ state }) => state === 'counting' || (state === 'confirming' && shownWindow === undefined),
    );
    if (running) return { id: running.id };
    if (p && shownWindow === undefined) throw invalidField('p', 'coins:error.wrongCode');
    const { tenantId, siteId, deviceId, code } = device;
    const { playerId } = session;
    const id = newId(now.getTime());
    const begun =
      shownWindow === undefined
        ? await waitForButton(tx, services, device, { id }, mine)
        : await countByCode(tx, services, device, { id, unit }, shownWindow);
    await refusingTaken(codeTaken, {}, () =>
      insertDeposit(tx, tenantId, { id, createdAt: now, deviceId, siteId, code, unit, playerId, ...begun }),
    );
    await tell(tx, { tenantId, siteId, id, playerId });
    return { id };
  });
}

/** The button was pressed, or not: as often as the page said, the machine counts for the player who reads that page. */
export async function settlePresses(tx: Tx, services: Services, command: SettledCommand): Promise<void> {
  if (command.type !== 'deposit' || command.command !== 'awaitPress') return;
  const row = await lockByCommand(tx, command.tenantId, command.id);
  if (row?.state !== 'confirming') return;
  const end = (reason: string | null) => updateDeposit(tx, row, { state: 'empty', amount: 0, reason });
  // an answer that comes late is no longer of somebody who stands there
  if (command.state !== 'done' || command.late) await end(command.reason ?? 'timeout');
  else if (command.counted !== row.presses) await end('presses');
  else {
    try {
      const device = await findDevice(tx, tenantScope(row.tenantId), row.deviceId);
      const { id: commandId } = await askToCount(tx, services, device, row);
      await updateDeposit(tx, row, { state: 'counting', commandId, countingAt: services.clock.now() });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // it went away right after the press
      await end('offline');
    }
  }
  await tell(tx, row);
}
