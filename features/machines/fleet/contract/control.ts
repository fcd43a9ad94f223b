import { z } from 'zod';
import { commandStates } from '#features/machines/devices/contract/command-states.ts';
import {
  deviceCommanded,
  thatDeviceChanged,
  thatDeviceCommanded,
  thatDeviceLogged,
} from '#features/machines/devices/contract/events.ts';
import {
  deviceNames,
  deviceType,
  faultSeverity,
  presence,
  signalKind,
} from '#features/machines/devices/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import { orPlayers, permit } from '#kit/contract/endpoint.ts';
import {
  bytes,
  choiceOf,
  dayRange,
  deepPageInput,
  deepPageOf,
  id,
  instant,
  text,
} from '#kit/contract/schemas.ts';

const view = permit('devices.view');
const operate = permit('devices.operate');
const base = '/api/blade-zdEquipment';

const commandState = () =>
  choiceOf('devices:commandState', commandStates, {
    queued: 'waiting',
    sent: 'waiting',
    accepted: 'info',
    done: 'good',
    failed: 'bad',
    expired: 'quiet',
    unknown: 'bad',
  });

/**
 * What staff may ask of a machine directly. What lets coins or goods out (`lets` of the command) needs the right to, stays
 * within the limit of the day and is recorded; what was paid for goes through the feature that keeps the books about it;
 * clearing goes through the settings, where it is confirmed twice.
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
export const commandTicket = z.object({ commandId: z.string(), expiresAt: instant('second') });

const commandRecord = z.object({
  id: z.string(),
  equipmentId: z.string(),
  command: z.string(),
  /** what was asked, with its numbers, in the caller's language */
  commandName: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  state: commandState(),
  createdAt: instant('second'),
  expiresAt: instant('second'),
  sentAt: instant('second').nullable(),
  acceptedAt: instant('second').nullable(),
  settledAt: instant('second').nullable(),
  /** pieces wanted, and pieces the machine's own sensor counted; counted less than asked is a part of it */
  asked: z.int().nullable(),
  counted: z.int().nullable(),
  /** a `devices:failure.<reason>` */
  reason: z.string().nullable(),
  /** what was counted and why not more, in the caller's language */
  result: z.string(),
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
  lowCoins: z.int().nullable(),
  low: z.boolean(),
});

const deviceStateRecord = z.object({
  ...deviceNames,
  ...presence,
  controlled: z.boolean(),
  /** when it last came or went */
  changedAt: instant().nullable(),
  signalKind: signalKind().nullable(),
  signalDbm: z.int().nullable(),
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  app: z.string().nullable(),
  busy: z.boolean(),
  faults: z.array(z.object({ code: z.string(), severity: faultSeverity() })),
  settingsVersion: z.int(),
  contentVersion: z.int(),
  freeBytes: bytes().nullable(),
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
  at: instant('second'),
  receivedAt: instant('second'),
  /** a `devices:event.<kind>` */
  kind: z.string(),
  /** what happened, and which, how many, from where to where: in the caller's language */
  kindName: z.string(),
  details: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type DeviceRecordLine = z.infer<typeof deviceRecordLine>;

export const controlContract = {
  readState: get(`${base}/zdEquipment/getEquipmentState`, view, {
    input: ofDevice,
    output: deviceStateRecord,
    refreshedBy: [thatDeviceChanged, thatDeviceCommanded],
    summary: 'How a device is doing: presence, signal, faults, figures, open command',
  }),
  listExchangeStock: get(`${base}/zdEquipment/selectExchangeStock`, view, {
    input: ofDevice,
    output: z.array(hopperStock),
    refreshedBy: [thatDeviceChanged],
    summary: 'Coins in the hoppers of a coin exchange machine',
  }),
  locateDevice: get(`${base}/zdEquipment/sendScanCodeConfirm`, orPlayers(operate), {
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({
      /** its id for staff; for players the code on its label */
      equipmentId: text(36),
      /** the signature of the label: a player has scanned it */
      s: text(64).optional(),
    }),
    output: commandTicket,
    emits: [deviceCommanded],
    changes: true,
    summary:
      'The machine shows and sounds that it is the one that was scanned; players need its signed label',
  }),
  sendCommand: post(`${base}/zdEquipment/command`, operate, {
    input: z.object({
      equipmentId: id(),
      command: z.enum(staffCommands),
      parameters: z.record(z.string().max(32), z.unknown()).default({}),
    }),
    output: commandTicket,
    emits: [deviceCommanded],
    lets: 'coins',
    summary: 'A staff command of the device type',
  }),
  listCommands: get(`${base}/command/page`, view, {
    input: deepPageInput({ equipmentId: id(), state: commandState().optional() }, ['createdAt']),
    output: deepPageOf(commandRecord),
    refreshedBy: [thatDeviceCommanded],
    summary: 'Commands of a device and what became of them',
  }),
  listRecords: get(`${base}/record/page`, view, {
    input: deepPageInput(
      {
        equipmentId: id(),
        kinds: z
          .array(z.string().regex(/^[a-zA-Z]{1,32}$/))
          .min(1)
          .max(30)
          .optional(),
        ...dayRange,
      },
      ['at'],
    ),
    output: deepPageOf(deviceRecordLine),
    refreshedBy: [thatDeviceLogged],
    summary: 'The log of a device',
  }),
  listDeviceTypes: get('/api/blade-iotEquipmentType/iotEquipmentType/selectIotEquipmentTypeAll', 'session', {
    output: z.array(
      z.object({
        type: deviceType(),
        name: z.string(),
        groups: z.array(z.string()),
        commands: z.array(
          z.object({ command: z.string(), moves: z.boolean(), staff: z.boolean(), withinMs: z.int() }),
        ),
        counters: z.array(z.string()),
        faults: z.array(z.object({ code: z.string(), severity: faultSeverity() })),
      }),
    ),
    summary: 'Device types with their settings groups, commands, counters and faults',
  }),
};
