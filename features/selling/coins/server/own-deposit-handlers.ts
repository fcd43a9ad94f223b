import { tenantName } from '#features/base/accounts/server/public.ts';
import { findPlayers } from '#features/base/players/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import {
  type DeviceView,
  findDevice,
  findDeviceByCode,
  requestCommand,
} from '#features/machines/devices/server/public.ts';
import { playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { faults, isFaultCode } from '#kit/protocol/faults.ts';
import type { Context, Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { depositContract } from '../contract/deposits.ts';
import { type DepositRow, findOwnDeposit, listOwnDeposits } from './deposit-queries.ts';
import { reasonName } from './machine-records.ts';
import { depositSubject, isWaiting, postDeposits } from './post-deposits.ts';
import { startDeposit } from './start-deposit.ts';

/** So many are worth looking at while one stands before the machine. */
const shownRecent = 5;

type Calls = Pick<
  typeof depositContract,
  'startDeposit' | 'readOwnDeposit' | 'readDepositing' | 'stopDeposit' | 'bookOwnDeposit'
>;

async function depositMachine(reader: Reader, equipmentId: string): Promise<DeviceView> {
  const device = await findDeviceByCode(reader, equipmentId.toUpperCase());
  if (device?.type !== 'deposit') throw missing('coins:error.notDeposit');
  return device;
}

const works = ({ online, faults: raised }: DeviceView) =>
  online && !raised.some((code) => isFaultCode(code) && faults[code] === 'stop');

const toOwn = (context: Pick<Context, 'services' | 'language'>, row: DepositRow) => ({
  ...row,
  reasonName: reasonName(context, row.reason),
  presses: row.state === 'confirming' ? row.presses : null,
  stuck: row.reason === 'jam' || row.reason === 'interrupted',
});

const isOpen = ({ state, amount }: DepositRow) =>
  state === 'confirming' ||
  state === 'counting' ||
  state === 'unknown' ||
  (state === 'waiting' && amount !== null);

async function balanceOf(
  reader: Reader,
  { tenantId, siteId, unit }: Pick<DepositRow, 'tenantId' | 'siteId' | 'unit'>,
  playerId: string,
): Promise<number> {
  const [balance] = await readBalances(reader, [playerAccount(tenantId, playerId, siteId, unit)]);
  return balance?.available ?? 0;
}

/** The calls of a player who stands before a deposit machine. */
export const ownDepositHandlers: Handlers<Calls> = {
  async startDeposit(context, { equipmentId, ...wish }) {
    return startDeposit(context, await depositMachine(context.db.read, equipmentId), wish);
  },

  async readOwnDeposit(context, { id }) {
    const row = await findOwnDeposit(context.db.read, context.session.scope, id);
    if (!row) throw missing();
    return toOwn(context, row);
  },

  async readDepositing(context, { equipmentId, unit }) {
    const { db, session } = context;
    const device = await depositMachine(db.read, equipmentId);
    const { tenantId, siteId, deviceId, number } = device;
    const [merchantName, names, balance, rows] = await Promise.all([
      tenantName(db.read, tenantId),
      siteNames(db.read, tenantScope(tenantId), [siteId]),
      balanceOf(db.read, { tenantId, siteId, unit }, session.playerId),
      listOwnDeposits(db.read, session.scope, { deviceId, unit }),
    ]);
    const open = rows.find(isOpen);
    return {
      merchantName: merchantName ?? '',
      fieldName: names.get(siteId) ?? '',
      equipmentNo: number,
      works: works(device),
      unit,
      balance,
      open: open ? toOwn(context, open) : null,
      recent: rows
        .filter((row) => row !== open)
        .slice(0, shownRecent)
        .map((row) => toOwn(context, row)),
    };
  },

  async stopDeposit({ session, services, db }, { id }) {
    const row = await findOwnDeposit(db.read, session.scope, id);
    if (!row) throw missing();
    // it has ended by itself meanwhile
    if (row.state !== 'counting') return {};
    const device = await findDevice(db.read, tenantScope(row.tenantId), row.deviceId);
    await db.transaction((tx) =>
      requestCommand(tx, services, {
        device,
        command: 'stopCounting',
        parameters: {},
        subject: { kind: depositSubject, id },
      }),
    );
    return {};
  },

  async bookOwnDeposit({ session, db, clock }, { id }) {
    const { playerId, scope } = session;
    return db.transaction(async (tx) => {
      const row = await findOwnDeposit(tx, scope, id, 'update');
      if (!row) throw missing();
      if (row.state === 'booked') throw invalid('coins:error.alreadyInBalance');
      if (row.state === 'held') throw invalid('coins:error.lookedAt');
      if (!isWaiting(row)) throw invalid('coins:error.notCounted');
      const name = (await findPlayers(tx, [playerId])).get(playerId)?.name ?? '';
      await postDeposits(tx, [{ ...row, playerId }], name, clock.now());
      return { unit: row.unit, amount: row.amount, balance: await balanceOf(tx, row, playerId) };
    });
  },
};
