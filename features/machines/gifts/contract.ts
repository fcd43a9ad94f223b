import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import {
  choiceOf,
  dayRange,
  done,
  empty,
  id,
  ids,
  int,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { machineFields, maybeSiteFields } from '#kit/contract/things.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import {
  giftChanged,
  giftRecord,
  maxPieces,
  movementKind,
  movementRecord,
  placementRecord,
  typeRecord,
  wantedStates,
  warehouseKind,
} from './contract/records.ts';

/** Machines that hold one kind of prize and report what falls out. */
export const giftDeviceTypes = ['claw', 'cabinet'] as const satisfies readonly DeviceType[];

const maxCapacity = 9999;
const pieces = (min = 0) => int(min, maxPieces);
const note = () => longText(200).optional();
/** Made by the page once per intent: a call repeated after a lost answer books nothing twice. */
const requestId = () => id().optional();

const view = permit('gifts.view');
const edit = permit('gifts.edit');
const book = permit('gifts.stock');
const load = permit('gifts.load');

const placementFields = {
  capacity: int(1, maxCapacity),
  alarmThreshold: int(0, maxCapacity),
};
const ofDevice = { equipmentId: id() };

export const giftsContract = {
  listGifts: defineEndpoint({
    method: 'GET',
    path: '/api/blade-gift/gift/list',
    access: view,
    input: pageInput(
      { name: text(40, 0).optional(), typeId: id().optional(), lowStock: z.boolean().optional() },
      ['name', 'stock', 'costFen', 'createdAt'],
    ),
    output: pageOf(giftRecord),
    refreshedBy: [giftChanged],
    summary: 'Gifts with their warehouse stock',
  }),
  readGift: defineEndpoint({
    method: 'GET',
    path: '/api/blade-gift/gift/detail',
    access: view,
    input: z.object({ id: id() }),
    output: giftRecord,
    refreshedBy: [giftChanged],
    summary: 'One gift',
  }),
  saveGift: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/gift/submit',
    access: edit,
    place: 'json',
    input: z.object({
      id: id().optional(),
      name: text(40),
      typeId: id().meta({ field: 'choice' }),
      picture: uploadPath().optional().nullable(),
      costFen: moneyFen(0, 10_000_000),
      /** of a new gift; later it changes by movements only */
      stock: pieces().optional(),
      alarmThreshold: pieces().optional(),
    }),
    output: z.object({ id: z.string() }),
    emits: [giftChanged],
    summary: 'Adds a gift, or with an id changes it; the first stock is booked as a movement',
  }),
  removeGifts: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/gift/remove',
    access: edit,
    input: z.object({ ids: ids() }),
    output: done(),
    emits: [giftChanged],
    summary: 'Removes gifts that lie in no device; what the warehouse still holds is written off',
  }),
  listDeviceGifts: defineEndpoint({
    method: 'GET',
    path: '/api/blade-gift/gift/getGiftByEquipment',
    access: view,
    input: z.object(ofDevice),
    output: z.array(placementRecord),
    refreshedBy: [giftChanged],
    summary: 'The gift in a device; an empty list when none is set',
  }),
  listUserGifts: defineEndpoint({
    method: 'GET',
    path: '/api/blade-gift/gift/selectByUserIdGift',
    access: view,
    input: z.object({ userId: id().optional() }),
    output: z.array(giftRecord),
    refreshedBy: [giftChanged],
    summary: "Gifts an account works with; device figures count that account's sites only",
  }),

  listTypes: defineEndpoint({
    method: 'GET',
    path: '/api/blade-gift/giftType/list',
    access: view,
    input: empty(),
    output: z.array(typeRecord),
    refreshedBy: [giftChanged],
    summary: 'Gift types in their order',
  }),
  saveType: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/giftType/submit',
    access: edit,
    input: z.object({ id: id().optional(), name: text(20) }),
    output: z.object({ id: z.string() }),
    emits: [giftChanged],
    summary: 'Adds a gift type, or with an id renames it',
  }),
  sortTypes: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/giftType/sort',
    access: edit,
    input: z.object({ ids: ids() }),
    output: done(),
    emits: [giftChanged],
    summary: 'Puts the gift types in this order',
  }),
  removeTypes: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/giftType/remove',
    access: edit,
    input: z.object({ ids: ids() }),
    output: done(),
    emits: [giftChanged],
    summary: 'Removes gift types that no gift uses',
  }),

  moveStock: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/stock/move',
    access: book,
    lets: 'goods',
    input: z.object({
      giftId: id(),
      kind: warehouseKind(),
      /** pieces in or out; for a correction the pieces that were counted */
      amount: pieces(),
      note: note(),
      requestId: requestId(),
    }),
    output: z.object({ stock: z.int() }),
    emits: [giftChanged],
    summary: 'Books warehouse stock in, out, or sets it to what was counted',
  }),
  listMovements: defineEndpoint({
    method: 'GET',
    path: '/api/blade-gift/stock/records',
    access: view,
    input: pageInput(
      {
        giftId: id().optional(),
        equipmentId: id().optional(),
        kind: movementKind().optional(),
        ...dayRange,
      },
      ['createdAt'],
    ),
    output: pageOf(movementRecord),
    refreshedBy: [giftChanged],
    summary: 'The stock record: every movement of every gift',
  }),

  listPlacements: defineEndpoint({
    method: 'GET',
    path: '/api/blade-gift/placement/list',
    access: view,
    input: pageInput(
      {
        name: text(40, 0).optional(),
        fieldId: id().optional(),
        giftId: id().optional(),
        state: choiceOf('gifts:state', wantedStates).optional(),
      },
      ['equipmentNo', 'stock'],
    ),
    output: pageOf(placementRecord),
    refreshedBy: [giftChanged],
    summary: 'Devices that hold gifts, also those with none set, and what lies in them',
  }),
  readPlacement: defineEndpoint({
    method: 'GET',
    path: '/api/blade-gift/placement/detail',
    access: view,
    input: z.object(ofDevice),
    output: placementRecord,
    refreshedBy: [giftChanged],
    summary: 'What lies in one device',
  }),
  loadDevice: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/placement/load',
    access: load,
    lets: 'goods',
    input: z.object({
      ...ofDevice,
      giftId: id().meta({ field: 'reference' }),
      amount: int(0, maxCapacity),
      /** needed when the device holds nothing yet */
      capacity: placementFields.capacity.optional(),
      alarmThreshold: placementFields.alarmThreshold.optional(),
      /** the replenishment round it is part of */
      roundId: id().optional(),
      requestId: requestId(),
    }),
    output: placementRecord,
    emits: [giftChanged],
    summary: 'Loads pieces from the warehouse into a device',
  }),
  unloadDevice: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/placement/unload',
    access: load,
    lets: 'goods',
    input: z.object({ ...ofDevice, amount: int(1, maxCapacity), note: note(), requestId: requestId() }),
    output: placementRecord,
    emits: [giftChanged],
    summary: 'Takes pieces back from a device into the warehouse',
  }),
  replaceGift: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/placement/replace',
    access: load,
    lets: 'goods',
    input: z.object({
      ...ofDevice,
      giftId: id().meta({ field: 'reference' }),
      amount: int(0, maxCapacity),
      ...placementFields,
      requestId: requestId(),
    }),
    output: placementRecord,
    emits: [giftChanged],
    summary: 'Takes everything back and loads another gift, in one step',
  }),
  countDevice: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/placement/correct',
    access: load,
    input: z.object({ ...ofDevice, stock: int(0, maxCapacity), note: longText(200, 1) }),
    output: placementRecord,
    emits: [giftChanged],
    summary: "Sets a device's stock to what was counted in it",
  }),
  configurePlacement: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/placement/submit',
    access: load,
    input: z.object({ ...ofDevice, ...placementFields }),
    output: placementRecord,
    emits: [giftChanged],
    summary: 'How many pieces fit into a device and when to warn',
  }),
  removePlacement: defineEndpoint({
    method: 'POST',
    path: '/api/blade-gift/placement/remove',
    access: load,
    input: z.object(ofDevice),
    output: done(),
    emits: [giftChanged],
    summary: 'Takes everything back; the device holds no gift afterwards',
  }),

  giftStatistics: defineEndpoint({
    method: 'GET',
    path: '/api/blade-zdEquipment/zdEquipment/getGiftStatisticsByUser',
    access: view,
    input: z.object({
      fieldId: id().optional(),
      equipmentId: id().optional(),
      ...dayRange,
    }),
    output: z.array(
      z.object({
        giftId: z.string(),
        giftName: z.string(),
        ...machineFields,
        ...maybeSiteFields,
        loaded: z.int(),
        takenBack: z.int(),
        /** what the machine reported, whether the books held it or not */
        out: z.int(),
        missing: z.int(),
        costFen: moneyFen(),
      }),
    ),
    refreshedBy: [giftChanged],
    summary: 'Per gift and device: loaded, out, taken back, and the cost of what went out',
  }),
};
