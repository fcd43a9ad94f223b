import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  choiceOf,
  dayRange,
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

const { get, post } = callsAbout({ refreshedBy: [giftChanged], emits: [giftChanged] });

export const giftsContract = {
  listGifts: get('/api/blade-gift/gift/list', view, {
    input: pageInput(
      { name: text(40, 0).optional(), typeId: id().optional(), lowStock: z.boolean().optional() },
      ['name', 'stock', 'costFen', 'createdAt'],
    ),
    output: pageOf(giftRecord),
    summary: 'Gifts with their warehouse stock',
  }),
  readGift: get('/api/blade-gift/gift/detail', view, {
    input: z.object({ id: id() }),
    output: giftRecord,
    summary: 'One gift',
  }),
  saveGift: post('/api/blade-gift/gift/submit', edit, {
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
    summary: 'Adds a gift, or with an id changes it; the first stock is booked as a movement',
  }),
  removeGifts: post('/api/blade-gift/gift/remove', edit, {
    input: z.object({ ids: ids() }),
    summary: 'Removes gifts that lie in no device; what the warehouse still holds is written off',
  }),
  listDeviceGifts: get('/api/blade-gift/gift/getGiftByEquipment', view, {
    input: z.object(ofDevice),
    output: z.array(placementRecord),
    summary: 'The gift in a device; an empty list when none is set',
  }),
  listUserGifts: get('/api/blade-gift/gift/selectByUserIdGift', view, {
    input: z.object({ userId: id().optional() }),
    output: z.array(giftRecord),
    summary: "Gifts an account works with; device figures count that account's sites only",
  }),

  listTypes: get('/api/blade-gift/giftType/list', view, {
    output: z.array(typeRecord),
    summary: 'Gift types in their order',
  }),
  saveType: post('/api/blade-gift/giftType/submit', edit, {
    input: z.object({ id: id().optional(), name: text(20) }),
    output: z.object({ id: z.string() }),
    summary: 'Adds a gift type, or with an id renames it',
  }),
  sortTypes: post('/api/blade-gift/giftType/sort', edit, {
    input: z.object({ ids: ids() }),
    summary: 'Puts the gift types in this order',
  }),
  removeTypes: post('/api/blade-gift/giftType/remove', edit, {
    input: z.object({ ids: ids() }),
    summary: 'Removes gift types that no gift uses',
  }),

  moveStock: post('/api/blade-gift/stock/move', book, {
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
    summary: 'Books warehouse stock in, out, or sets it to what was counted',
  }),
  listMovements: get('/api/blade-gift/stock/records', view, {
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
    summary: 'The stock record: every movement of every gift',
  }),

  listPlacements: get('/api/blade-gift/placement/list', view, {
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
    summary: 'Devices that hold gifts, also those with none set, and what lies in them',
  }),
  readPlacement: get('/api/blade-gift/placement/detail', view, {
    input: z.object(ofDevice),
    output: placementRecord,
    summary: 'What lies in one device',
  }),
  loadDevice: post('/api/blade-gift/placement/load', load, {
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
    summary: 'Loads pieces from the warehouse into a device',
  }),
  unloadDevice: post('/api/blade-gift/placement/unload', load, {
    lets: 'goods',
    input: z.object({ ...ofDevice, amount: int(1, maxCapacity), note: note(), requestId: requestId() }),
    output: placementRecord,
    summary: 'Takes pieces back from a device into the warehouse',
  }),
  replaceGift: post('/api/blade-gift/placement/replace', load, {
    lets: 'goods',
    input: z.object({
      ...ofDevice,
      giftId: id().meta({ field: 'reference' }),
      amount: int(0, maxCapacity),
      ...placementFields,
      requestId: requestId(),
    }),
    output: placementRecord,
    summary: 'Takes everything back and loads another gift, in one step',
  }),
  countDevice: post('/api/blade-gift/placement/correct', load, {
    input: z.object({ ...ofDevice, stock: int(0, maxCapacity), note: longText(200, 1) }),
    output: placementRecord,
    summary: "Sets a device's stock to what was counted in it",
  }),
  configurePlacement: post('/api/blade-gift/placement/submit', load, {
    input: z.object({ ...ofDevice, ...placementFields }),
    output: placementRecord,
    summary: 'How many pieces fit into a device and when to warn',
  }),
  removePlacement: post('/api/blade-gift/placement/remove', load, {
    input: z.object(ofDevice),
    summary: 'Takes everything back; the device holds no gift afterwards',
  }),

  giftStatistics: get('/api/blade-zdEquipment/zdEquipment/getGiftStatisticsByUser', view, {
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
    summary: 'Per gift and device: loaded, out, taken back, and the cost of what went out',
  }),
};
