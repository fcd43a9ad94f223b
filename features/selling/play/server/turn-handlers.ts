import { type DeviceView, findDeviceByCode } from '#features/machines/devices/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { turnCalls } from '../contract/turns.ts';
import { playsOneAtATime, type Turn, turnMs, turnOf } from '../rules/turn-rules.ts';
import { keepFor, keepUntil, keptAt, readTurns, stopWaiting, waitFor } from './turn-queries.ts';
import { tellTurns } from './turns.ts';

async function machineOf(reader: Reader, equipmentId: string): Promise<DeviceView> {
  const device = await findDeviceByCode(reader, equipmentId.toUpperCase());
  if (!device || !playsOneAtATime(device.type)) throw missing('play:error.unknownMachine');
  return device;
}

/** How it stands for a player; null where it makes no difference who comes first. */
export async function ownTurn(
  reader: Reader,
  device: DeviceView,
  playerId: string,
  now: Date,
): Promise<Turn | null> {
  if (!playsOneAtATime(device.type)) return null;
  const { hold, waiting } = await readTurns(reader, device, now);
  return turnOf(playerId, hold, waiting, now);
}

/** The others, who see by it that somebody came or went. */
async function tellOthers(tx: Tx, device: DeviceView, playerId: string, now: Date): Promise<Turn> {
  const { hold, waiting } = await readTurns(tx, device, now);
  const everybody = [...waiting, ...(hold && hold.until > now ? [hold.playerId] : [])];
  await tellTurns(
    tx,
    device.code,
    everybody.filter((id) => id !== playerId),
  );
  return turnOf(playerId, hold, waiting, now);
}

export const turnHandlers: Handlers<typeof turnCalls> = {
  async takeTurn({ db, session, clock }, { equipmentId }) {
    return db.transaction(async (tx) => {
      const now = clock.now();
      const { playerId } = session;
      const device = await machineOf(tx, equipmentId);
      const before = await readTurns(tx, device, now);
      const known = turnOf(playerId, before.hold, before.waiting, now);
      if (known.state === 'yours' && known.kind !== 'playing') return known;
      const free = !device.busy && known.state !== 'yours';
      const kept = free && (await keepFor(tx, device, playerId, { kind: 'turn', now, ms: turnMs }));
      if (!kept && !(await waitFor(tx, device, playerId, now))) return known;
      return tellOthers(tx, device, playerId, now);
    });
  },

  async readTurn({ db, session, clock }, { equipmentId }) {
    const device = await findDeviceByCode(db.read, equipmentId.toUpperCase());
    if (!device) throw missing('play:error.unknownMachine');
    return ownTurn(db.read, device, session.playerId, clock.now());
  },

  async leaveTurn({ db, session, clock }, { equipmentId }) {
    return db.transaction(async (tx) => {
      const now = clock.now();
      const { playerId } = session;
      const device = await machineOf(tx, equipmentId);
      await stopWaiting(tx, device, playerId);
      await keepUntil(tx, device, playerId, { kind: 'turn', now, until: now });
      return tellOthers(tx, device, playerId, now);
    });
  },

  async readReservation({ db, session, clock }, { playerId, fieldId }) {
    if (playerId !== session.playerId) throw missing();
    const found = await keptAt(db.read, { playerId, siteId: fieldId, now: clock.now() });
    return {
      reserved: found !== undefined,
      equipmentNo: found?.equipmentNo ?? null,
      until: found?.until ?? null,
    };
  },
};
