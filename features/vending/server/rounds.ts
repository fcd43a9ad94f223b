import { listDevices } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { selectPage } from '#kit/server/paging.ts';
import { insert } from '#kit/server/tables.ts';
import { stockedDeviceTypes } from '../contract/records.ts';
import type { RoundBrief } from '../contract/stock.ts';
import type { vendingContract } from '../contract.ts';
import { expiryState } from '../lane-need.ts';
import { plannedLines } from '../round-plan.ts';
import { vendingRoundLines, vendingRounds } from '../tables.ts';
import { deviceRecordsOf } from './lane-devices.ts';
import type { TemplateRow } from './lane-queries.ts';
import { laneRecordsOf } from './lane-records.ts';
import {
  countRounds,
  endRound,
  findRound,
  type LineRow,
  lockOpenRound,
  packProduct,
  type RoundRow,
  selectLines,
  selectRounds,
} from './round-queries.ts';

type Line = { line: LineRow; product: TemplateRow };

function brief(round: RoundRow, lines: readonly Line[], names: ReadonlyMap<string, string>): RoundBrief {
  const siteIds = [...new Set(lines.map(({ line }) => line.siteId))];
  return {
    id: round.id,
    createdAt: round.createdAt.toISOString(),
    endedAt: round.endedAt?.toISOString() ?? null,
    userName: round.userName,
    state: round.state,
    pieces: lines.reduce((total, { line }) => total + line.planned, 0),
    lineNumber: lines.length,
    filledNumber: lines.filter(({ line }) => line.filled !== null).length,
    deviceNumber: new Set(lines.map(({ line }) => line.deviceId)).size,
    fieldNames: siteIds.map((id) => names.get(id) ?? ''),
  };
}

export const listRounds: Handler<typeof vendingContract.listRounds> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const order = input.order ?? (input.sort ? 'asc' : 'desc');
  const page = await selectPage(
    input,
    (window) => selectRounds(reader, scope, input.state, { ...window, order }),
    () => countRounds(reader, scope, input.state),
  );
  const lines = await selectLines(
    reader,
    scope,
    page.records.map(({ id }) => id),
  );
  const names = await siteNames(reader, scope, [...new Set(lines.map(({ line }) => line.siteId))]);
  const byRound = Map.groupBy(lines, ({ line }) => line.roundId);
  return { ...page, records: page.records.map((round) => brief(round, byRound.get(round.id) ?? [], names)) };
};

/** What to take along: products in the order of their most urgent lane. */
function productsOf(lines: readonly Line[], today: string) {
  return [...Map.groupBy(lines, ({ product }) => product.id).values()].map((ofProduct) => {
    const { product } = ofProduct[0]!;
    return {
      templateId: product.id,
      templateName: product.name,
      image: product.image,
      packingTip: product.packingTip,
      partnerNumber: product.partnerNumber,
      expiryDate: product.expiryDate,
      expiry: expiryState(product, today),
      amount: ofProduct.reduce((total, { line }) => total + line.planned, 0),
      emptyLanes: ofProduct.filter(({ line }) => line.wasEmpty).length,
      packed: ofProduct.every(({ line }) => line.packed),
    };
  });
}

export const readRound: Handler<typeof vendingContract.readRound> = async (context, { id }) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const round = await findRound(reader, scope, id);
  const lines = await selectLines(reader, scope, [id]);
  const stops = Map.groupBy(lines, ({ line }) => line.deviceId);
  const [devices, names] = await Promise.all([
    listDevices(reader, scope, { ids: [...stops.keys()] }),
    siteNames(reader, scope, [...new Set(lines.map(({ line }) => line.siteId))]),
  ]);
  const records = new Map(
    (await deviceRecordsOf(reader, scope, devices)).map((record) => [record.equipmentId, record]),
  );
  const today = businessDay(context.clock.now());
  return {
    ...brief(round, lines, names),
    products: productsOf(lines, today),
    stops: [...stops].map(([equipmentId, ofStop]) => ({
      equipmentId,
      device: records.get(equipmentId) ?? null,
      fieldName: names.get(ofStop[0]!.line.siteId) ?? '',
      lanes: ofStop.map(({ line, product }) => ({
        lane: line.lane,
        templateId: product.id,
        templateName: product.name,
        planned: line.planned,
        filled: line.filled,
        wasEmpty: line.wasEmpty,
        expiryDate: product.expiryDate,
        expiry: expiryState(product, today),
      })),
    })),
  };
};

export const createRound: Handler<typeof vendingContract.createRound> = async (context, input) => {
  const { scope, tenantId, userId, name } = context.session;
  const ids = [...new Set(input.equipmentIds)];
  const devices = await listDevices(context.db.read, scope, { ids, types: stockedDeviceTypes });
  if (devices.length < ids.length) throw missing();
  const lanes = await laneRecordsOf(context.db.read, scope, devices, context.clock.now());
  const plan = plannedLines(
    devices.map(({ deviceId, siteId }) => ({ deviceId, siteId, lanes: lanes.get(deviceId) ?? [] })),
    input.onlyLow,
  );
  if (plan.length === 0) throw conflict('vending:error.nothingToFill');
  const id = newId();
  await context.db.transaction(async (tx) => {
    await insert(tx, scope, vendingRounds, { id, state: 'open', userId, userName: name });
    await insert(
      tx,
      scope,
      vendingRoundLines,
      plan.map((line, sort) => ({ ...line, id: newId(), roundId: id, sort })),
    );
    await audit(tx, context, {
      action: 'vending.createRound',
      entity: 'round',
      entityId: id,
      label: devices.map(({ code }) => code).join(' '),
      after: { devices: devices.length, pieces: plan.reduce((total, { planned }) => total + planned, 0) },
    });
    await emit(tx, tenantTopic(tenantId), 'vending.round', { id });
  });
  return { id };
};

export const packRound: Handler<typeof vendingContract.packRound> = async (context, input) => {
  const { scope, tenantId } = context.session;
  await context.db.transaction(async (tx) => {
    await lockOpenRound(tx, context, input.id);
    if ((await packProduct(tx, scope, input.id, input.templateId, input.packed)) === 0) throw missing();
    await emit(tx, tenantTopic(tenantId), 'vending.round', { id: input.id });
  });
  return {};
};

export const closeRound: Handler<typeof vendingContract.closeRound> = async (context, { id }) => {
  await context.db.transaction(async (tx) => {
    const round = await lockOpenRound(tx, context, id);
    await endRound(tx, context, id);
    await audit(tx, context, {
      action: 'vending.closeRound',
      entity: 'round',
      entityId: id,
      label: round.userName,
    });
    await emit(tx, tenantTopic(round.tenantId), 'vending.round', { id });
  });
  return {};
};
