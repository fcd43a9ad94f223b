import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { day, empty, id, int, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

const view = permit('devices.view');
const operate = permit('devices.operate');
const base = '/api/blade-zdEquipment';

export const commandStates = ['queued', 'sent', 'accepted', 'done', 'failed', 'expired', 'unknown'] as const;
export type CommandState = (typeof commandStates)[number];

/**
 * What staff may ask of a machine directly. Whatever gives away money, coins or goods goes through the feature that keeps
 * the books about it; clearing goes through the settings, where it is confirmed twice.
 */
export const staffCommands = [
  'locate',
  'restart',
  'resetRate',
  'testClaw',
  'testLane',
  'trialGame',
  'openDoor',
  'setHopper',
  'countHopper',
  'emptyHopper',
  'startCounting',
  'stopCounting',
] as const;

const ofDevice = z.object({ equipmentId: id() });
const commandTicket = z.object({ commandId: z.string(), expiresAt: z.string() });

const commandRecord = z.object({
  id: z.string(),
  equipmentId: z.string(),
  command: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  state: z.enum(commandStates),
  createdAt: z.string(),
  expiresAt: z.string(),
  sentAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  settledAt: z.string().nullable(),
  /** pieces wanted, and pieces the machine's own sensor counted; counted less than asked is a part of it */
  asked: z.int().nullable(),
  counted: z.int().nullable(),
  /** a `devices:failure.<reason>` */
  reason: z.string().nullable(),
  userName: z.string().nullable(),
  subjectKind: z.string().nullable(),
  subjectId: z.string().nullable(),
});
export type CommandRecord = z.infer<typeof commandRecord>;

const hopperStock = z.object({
  hopper: z.int(),
  coins: z.int(),
  /** by the machine's settings; null where they are not known yet */
  capacity: z.int().nullable(),
  lowAt: z.int().nullable(),
  low: z.boolean(),
});

const deviceStateRecord = z.object({
  equipmentId: z.string(),
  fieldId: z.string(),
  code: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  type: z.enum(deviceTypes),
  controlled: z.boolean(),
  online: z.boolean(),
  /** when it last came or went */
  changedAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  signalKind: z.string().nullable(),
  signalDbm: z.int().nullable(),
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  app: z.string().nullable(),
  busy: z.boolean(),
  faults: z.array(z.object({ code: z.string(), severity: z.enum(['warning', 'stop']) })),
  settingsVersion: z.int(),
  contentVersion: z.int(),
  freeBytes: z.int().nullable(),
  /** running totals of the machine, and what today added to them */
  counters: z.record(z.string(), z.int()),
  today: z.record(z.string(), z.int()),
  hoppers: z.array(z.object({ hopper: z.int(), coins: z.int() })),
  lanes: z.array(z.object({ lane: z.int(), stock: z.int() })),
  /** the newest one that has not ended */
  command: commandRecord.nullable(),
});
export type DeviceStateRecord = z.infer<typeof deviceStateRecord>;

const deviceRecordLine = z.object({
  id: z.string(),
  at: z.string(),
  receivedAt: z.string(),
  /** a `devices:event.<kind>` */
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type DeviceRecordLine = z.infer<typeof deviceRecordLine>;

export const controlContract = {
  readState: defineEndpoint({
    method: 'GET',
    path: `${base}/zdEquipment/getEquipmentState`,
    access: view,
    input: ofDevice,
    output: deviceStateRecord,
    summary: 'How a device is doing: presence, signal, faults, figures, open command',
  }),
  listExchangeStock: defineEndpoint({
    method: 'GET',
    path: `${base}/zdEquipment/selectExchangeStock`,
    access: view,
    input: ofDevice,
    output: z.array(hopperStock),
    summary: 'Coins in the hoppers of a coin exchange machine',
  }),
  dispenseCoins: defineEndpoint({
    method: 'GET',
    path: `${base}/zdEquipment/outCoinForExchange`,
    access: permit('devices.dispense'),
    input: z.object({ equipmentId: id(), number: int(1, 1000) }),
    output: commandTicket,
    changes: true,
    summary: 'Staff let a coin exchange machine give coins',
  }),
  locateDevice: defineEndpoint({
    method: 'GET',
    path: `${base}/zdEquipment/sendScanCodeConfirm`,
    access: operate,
    input: ofDevice,
    output: commandTicket,
    changes: true,
    summary: 'The machine shows and sounds that it is the one that was scanned',
  }),
  sendCommand: defineEndpoint({
    method: 'POST',
    path: `${base}/zdEquipment/command`,
    access: operate,
    input: z.object({
      equipmentId: id(),
      command: z.enum(staffCommands),
      parameters: z.record(z.string().max(32), z.unknown()).default({}),
    }),
    output: commandTicket,
    summary: 'A staff command of the device type',
  }),
  listCommands: defineEndpoint({
    method: 'GET',
    path: `${base}/command/page`,
    access: view,
    input: pageInput({ equipmentId: id(), state: z.enum(commandStates).optional() }, ['createdAt']),
    output: pageOf(commandRecord),
    summary: 'Commands of a device and what became of them',
  }),
  listRecords: defineEndpoint({
    method: 'GET',
    path: `${base}/record/page`,
    access: view,
    input: pageInput(
      {
        equipmentId: id(),
        kinds: z
          .array(z.string().regex(/^[a-zA-Z]{1,32}$/))
          .min(1)
          .max(30)
          .optional(),
        from: day().optional(),
        to: day().optional(),
      },
      ['at'],
    ),
    output: pageOf(deviceRecordLine),
    summary: 'The log of a device',
  }),
  listDeviceTypes: defineEndpoint({
    method: 'GET',
    path: '/api/blade-iotEquipmentType/iotEquipmentType/selectIotEquipmentTypeAll',
    access: 'session',
    input: empty(),
    output: z.array(
      z.object({
        type: z.enum(deviceTypes),
        name: z.string(),
        groups: z.array(z.string()),
        commands: z.array(
          z.object({ command: z.string(), moves: z.boolean(), staff: z.boolean(), withinMs: z.int() }),
        ),
        counters: z.array(z.string()),
        faults: z.array(z.object({ code: z.string(), severity: z.enum(['warning', 'stop']) })),
      }),
    ),
    summary: 'Device types with their settings groups, commands, counters and faults',
  }),
  listRefusals: defineEndpoint({
    method: 'GET',
    path: `${base}/identity/refusals`,
    access: permit('devices.production', 'platform'),
    input: pageInput({ code: text(24).optional(), reason: text(32).optional() }, ['at']),
    output: pageOf(
      z.object({
        id: z.string(),
        at: z.string(),
        code: z.string(),
        reason: z.string(),
        detail: z.string(),
      }),
    ),
    summary: 'Devices that were turned away, and why',
  }),
};
