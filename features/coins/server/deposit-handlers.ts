import { findDeviceByCode, requestCommand } from '#features/devices/server/public.ts';
import { postTransfers } from '#features/ledger/server/public.ts';
import { findPlayers, findVisitor } from '#features/players/server/public.ts';
import { mintAccount, playerAccount } from '#features/wallet/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { auditMany } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { DepositUnit, depositContract } from '../contract/deposits.ts';
import { depositChanged } from '../contract/events.ts';
import {
  type DepositRow,
  findOwnDeposit,
  insertDeposit,
  lockDeposits,
  pageDeposits,
  updateDeposit,
} from './deposit-queries.ts';
import { reasonName, toMachine } from './machine-records.ts';

const subjectKind = 'coinDeposit';
const countedPieces = { coin: 'coins', ticket: 'tickets' } as const satisfies Record<DepositUnit, string>;

/** What the machine counted for somebody goes to them and to nobody else. */
function ownerOf(row: DepositRow, chosen: string | undefined): string {
  if (row.playerId && chosen && row.playerId !== chosen) throw invalid('coins:error.othersDeposit');
  const playerId = row.playerId ?? chosen;
  if (!playerId) throw invalid('coins:error.chooseMember');
  return playerId;
}

async function bookAll(
  tx: Tx,
  context: StaffContext,
  list: readonly (DepositRow & { amount: number })[],
  chosen: string | undefined,
): Promise<void> {
  const { tenantId, name } = context.session;
  const now = context.clock.now();
  await postTransfers(
    tx,
    list.map((row) => ({
      key: `deposit-in:${row.id}`,
      tenantId,
      kind: 'coinDeposit',
      legs: [
        { account: mintAccount(tenantId, row.unit), amount: -row.amount },
        { account: playerAccount(tenantId, ownerOf(row, chosen), row.siteId, row.unit), amount: row.amount },
      ],
      subject: { kind: subjectKind, id: row.id },
    })),
  );
  for (const row of list)
    await updateDeposit(tx, row, {
      state: 'booked',
      playerId: ownerOf(row, chosen),
      bookedAt: now,
      bookedBy: name,
    });
  await auditMany(
    tx,
    context,
    list.map((row) => ({
      action: 'coins.bookDeposit',
      entity: 'coinDeposit',
      entityId: row.id,
      siteId: row.siteId,
      label: row.code,
      after: { unit: row.unit, amount: row.amount, playerId: ownerOf(row, chosen) },
    })),
  );
  await emit(tx, siteTopic(tenantId, ...list.map(({ siteId }) => siteId)), depositChanged, {});
}

const isWaiting = (row: DepositRow): row is DepositRow & { amount: number } =>
  row.state === 'waiting' && row.amount !== null && row.amount > 0;

const sumOf = (list: readonly { unit: DepositUnit; amount: number }[], unit: DepositUnit) =>
  list.filter((row) => row.unit === unit).reduce((sum, { amount }) => sum + amount, 0);

export const depositHandlers: Handlers<typeof depositContract> = {
  async listDeposits(context, input) {
    const { db, session } = context;
    const page = await pageDeposits(db.read, session.scope, input);
    const players = await findPlayers(
      db.read,
      page.records.flatMap(({ coin_deposit: { playerId } }) => playerId ?? []),
    );
    return mapPage(page, ({ coin_deposit: row, device, site }) => ({
      ...row,
      ...toMachine(row, device, site),
      reasonName: reasonName(context, row.reason),
      playerName: row.playerId ? (players.get(row.playerId)?.name ?? '') : null,
    }));
  },

  async bookDeposits(context, { ids, playerId }) {
    const { session } = context;
    return context.db.transaction(async (tx) => {
      const found = await lockDeposits(tx, session.scope, ids);
      if (found.length < new Set(ids).size) throw missing();
      const waiting = found.filter(isWaiting);
      // all or nothing: a list that somebody else has changed is looked at again before it is booked
      if (waiting.length < found.length) throw invalid('coins:error.alreadyBooked');
      if (playerId && !(await findVisitor(context.services, tx, session.tenantId, playerId)))
        throw missing('coins:error.noSuchMember');
      await bookAll(tx, context, waiting, playerId);
      return { booked: waiting.length, coins: sumOf(waiting, 'coin'), tickets: sumOf(waiting, 'ticket') };
    });
  },

  async startDeposit({ session, services, db, clock }, { equipmentId, unit }) {
    const device = await findDeviceByCode(db.read, equipmentId.toUpperCase());
    if (device?.type !== 'deposit') throw missing('coins:error.notDeposit');
    const now = clock.now();
    const id = newId(now.getTime());
    await db.transaction(async (tx) => {
      const { id: commandId } = await requestCommand(tx, services, {
        device,
        command: 'startCounting',
        parameters: { kind: countedPieces[unit] },
        subject: { kind: subjectKind, id },
      });
      await insertDeposit(tx, device.tenantId, {
        id,
        createdAt: now,
        deviceId: device.deviceId,
        siteId: device.siteId,
        code: device.code,
        unit,
        state: 'counting',
        playerId: session.playerId,
        commandId,
      });
      await emit(tx, siteTopic(device.tenantId, device.siteId), depositChanged, {});
    });
    return { id };
  },

  async readOwnDeposit(context, { id }) {
    const row = await findOwnDeposit(context.db.read, context.session.scope, id);
    if (!row) throw missing();
    return { ...row, reasonName: reasonName(context, row.reason) };
  },
};
