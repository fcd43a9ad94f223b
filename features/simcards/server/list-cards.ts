import { siteNames } from '#features/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import type { simcardsContract } from '../contract.ts';
import {
  reachOf,
  selectAssigned,
  selectCard,
  selectCards,
  selectEvents,
  selectTraffic,
  toCardRecords,
} from './card-queries.ts';

export const listCards: Handler<typeof simcardsContract.listCards> = async (context, input) => {
  const reader = context.db.read;
  const now = context.clock.now();
  const reach = await reachOf(reader, context.session.scope);
  const { current, size } = input;
  const window = { limit: size, offset: (current - 1) * size };
  const { list, total } = await selectCards(reader, reach, now, input, window);
  const records = await toCardRecords(reader, reach, now, list);
  return { records, total, size, current, pages: Math.ceil(total / size) };
};

export const readCard: Handler<typeof simcardsContract.readCard> = async (context, { id }) => {
  const reader = context.db.read;
  const { scope } = context.session;
  const now = context.clock.now();
  const reach = await reachOf(reader, scope);
  const found = await selectCard(reader, reach, now, id);
  if (!found) throw missing();
  const [[record], events, traffic] = await Promise.all([
    toCardRecords(reader, reach, now, [found]),
    selectEvents(reader, scope, id),
    selectTraffic(reader, scope, id),
  ]);
  const history = events.map((event) => ({
    ...event,
    createdAt: event.createdAt.toISOString(),
    equipmentNo: (event.deviceId && reach.devices.get(event.deviceId)?.number) || null,
    code: event.deviceCode,
  }));
  return { ...record!, history, traffic };
};

export const listCardDevices: Handler<typeof simcardsContract.listCardDevices> = async (context) => {
  const reader = context.db.read;
  const { scope } = context.session;
  const [{ devices }, assigned] = await Promise.all([reachOf(reader, scope), selectAssigned(reader, scope)]);
  const list = [...devices.values()];
  const names = await siteNames(reader, scope, [...new Set(list.map((device) => device.siteId))]);
  // Who looks for a device to put a card into wants one that is free.
  const isTaken = (device: { id: string }) => Number(assigned.has(device.id));
  const freeFirst = list.toSorted((a, b) => isTaken(a) - isTaken(b));
  return freeFirst.map((device) => ({
    equipmentId: device.id,
    equipmentNo: device.number,
    equipmentName: device.name,
    code: device.code,
    fieldName: names.get(device.siteId) ?? null,
    cardNumber: assigned.get(device.id) ?? null,
  }));
};
