import { z } from 'zod';
import { deviceChanged, thatDeviceChanged } from '#features/machines/devices/contract/events.ts';
import { settingsChanged, thatSettingsChanged } from '#features/machines/settings/contract/events.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  basisPoints,
  bool,
  choicesOf,
  id,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';
import { laneFields } from '#kit/protocol/types/groups.ts';
import {
  deviceRecord,
  edit,
  fill,
  laneDeviceTypes,
  laneRecord,
  maxLanes,
  ofDevice,
  sentChange,
  stockChanged,
  templateChanged,
  test,
  thatStockChanged,
  view,
} from './records.ts';

const lane = () => int(1, maxLanes);
const equipmentPath = '/api/blade-zdEquipment/zdEquipment';

export const layoutLane = z.object({
  ...laneFields,
  winRate: basisPoints().optional(),
});

export const laneCalls = {
  listLaneDevices: get('/api/blade-vending/device/list', view, {
    input: pageInput(
      {
        types: choicesOf('devices:type', laneDeviceTypes).max(laneDeviceTypes.length).optional(),
        word: text(40, 0).optional(),
      },
      ['equipmentNo'],
    ),
    output: pageOf(deviceRecord),
    refreshedBy: [deviceChanged],
    summary: 'Machines with lanes, to choose one',
  }),
  readLanes: get(`${equipmentPath}/selectEquipmentChannelSet`, view, {
    input: z.object(ofDevice),
    output: z.object({ device: deviceRecord, lanes: z.array(laneRecord) }),
    refreshedBy: [thatStockChanged, templateChanged, thatDeviceChanged, thatSettingsChanged],
    summary: 'The lanes of a machine: place, product, price, capacity, stock, open or closed',
  }),
  updateLanes: post(`${equipmentPath}/updateEquipmentChannelSet`, edit, {
    place: 'json',
    input: z.object({
      ...ofDevice,
      lanes: z
        .array(
          z.object({
            lane: lane(),
            /** null: holds nothing from now on */
            templateId: id().nullable().optional(),
            priceFen: moneyFen(0, 1_000_000).optional(),
            capacity: int(1, 200).optional(),
            open: bool().optional(),
            alarmThreshold: int(0, 200).nullable().optional(),
          }),
        )
        .min(1)
        .max(maxLanes),
      /** pieces of another product still lie in a lane: book them as taken out */
      takeOut: bool().default(false),
    }),
    output: sentChange,
    emits: [stockChanged, settingsChanged],
    summary: 'Product, price, capacity and state of lanes; price, capacity and state are sent to the device',
  }),
  saveLayout: post('/api/blade-vending/layout/submit', edit, {
    place: 'json',
    input: z.object({ ...ofDevice, lanes: z.array(layoutLane).min(1).max(maxLanes) }),
    output: sentChange,
    emits: [settingsChanged],
    summary: 'Cabinets, rows and lanes of a machine as a whole; a lane with stock can not vanish',
  }),
  copyGoods: post('/api/blade-vending/goods/copy', edit, {
    place: 'json',
    input: z.object({
      ...ofDevice,
      fromId: id(),
      /** price and capacity too, which only a reachable device can take */
      withPrices: bool().default(true),
      takeOut: bool().default(false),
    }),
    output: sentChange.extend({ copied: z.int() }),
    emits: [stockChanged, settingsChanged],
    summary: 'Gives the lanes of a machine the products of the same lanes of another',
  }),
  countLane: post('/updateShipment', fill, {
    input: z.object({
      ...ofDevice,
      lane: lane(),
      /** pieces that were counted in the lane */
      stock: int(0, 200).optional(),
      /** takes a lane out of sale, or back */
      open: bool().optional(),
      note: text(100, 0).optional(),
    }),
    output: laneRecord,
    emits: [stockChanged, settingsChanged],
    summary: 'Sets a lane to what was counted in it, or opens and closes it',
  }),

  testLane: post('/api/blade-vending/test/lane', test, {
    lets: 'goods',
    input: z.object({ ...ofDevice, lane: lane() }),
    output: z.object({ commandId: z.string(), expiresAt: instant('second') }),
    summary: 'Turns one lane once; a piece that falls leaves the stock',
  }),
  openDoor: post('/api/blade-vending/test/door', test, {
    lets: 'goods',
    input: z.object(ofDevice),
    output: z.object({ commandId: z.string(), expiresAt: instant('second') }),
    summary: 'Unlocks the door of a machine',
  }),
  readTests: get('/api/blade-vending/test/state', test, {
    input: z.object({ ids: z.array(id()).min(1).max(200) }),
    output: z.array(
      z.object({
        commandId: z.string(),
        state: z.string(),
        counted: z.int().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    summary: 'How tests stand',
  }),
};
