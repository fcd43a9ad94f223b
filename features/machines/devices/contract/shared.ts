import { z } from 'zod';
import { choiceOf, instant, int, longText, moneyFen, text } from '#kit/contract/schemas.ts';
import { machineFields, siteFields } from '#kit/contract/things.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

/**
 * online includes machines with a fault; fault are those online ones that report one; uncontrolled machines have no
 * controller of ours and are neither on nor off.
 */
export const deviceFilterStates = ['online', 'offline', 'fault', 'uncontrolled'] as const;
export type DeviceFilterState = (typeof deviceFilterStates)[number];

const stateTones = {
  online: 'good',
  busy: 'info',
  offline: 'quiet',
  fault: 'bad',
  uncontrolled: 'quiet',
} as const;
/** The one word that matters most about a device. */
export const deviceStates = ['online', 'busy', 'offline', 'fault', 'uncontrolled'] as const;
export type DeviceState = (typeof deviceStates)[number];

export const deviceType = () => choiceOf('devices:type', deviceTypes);
export const deviceState = () => choiceOf('devices:state', deviceStates, stateTones);
export const deviceFilterState = () => choiceOf('devices:state', deviceFilterStates, stateTones);
export const signalKinds = ['wifi', 'cellular', 'wired'] as const;
export const signalKind = () => choiceOf('devices:signal', signalKinds);
export const faultSeverity = () =>
  choiceOf('devices:severity', ['warning', 'stop'], { warning: 'waiting', stop: 'bad' });

/**
 * How a machine is, in every record that says so: one word by one rule (`rules/device-rules.ts`), and when it was last
 * heard of, so that "offline" can be followed by how long.
 */
export const presence = {
  state: deviceState(),
  online: z.boolean(),
  lastSeenAt: instant().nullable(),
};

/** Which machine, of what kind, and where. */
export const deviceNames = {
  ...machineFields,
  /** every device of a fleet has one */
  equipmentNo: z.int(),
  code: z.string(),
  type: deviceType(),
  /** the type in the caller's language */
  typeName: z.string(),
  ...siteFields,
};

export const deviceRecord = z.object({
  ...deviceNames,
  remark: z.string().nullable(),
  priceFen: moneyFen().nullable(),
  ...presence,
  controlled: z.boolean(),
  busy: z.boolean(),
  faults: z.array(z.string()),
  /** in the caller's language */
  faultNames: z.array(z.string()),
  signalKind: signalKind().nullable(),
  signalDbm: z.int().nullable(),
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  /** when it last came or went */
  changedAt: instant().nullable(),
  createdAt: instant(),
  /** offered to another merchant who has not answered yet */
  offered: z.boolean(),
});
/** A line of the list of machines. */
export const listedDevice = deviceRecord.extend({
  /** what it took today in money, by orders and in cash; null for a reader who may not see income */
  todayFen: moneyFen().nullable(),
});
export type ListedDevice = z.infer<typeof listedDevice>;
export type DeviceRecord = z.infer<typeof deviceRecord>;

export const deviceNumber = () => int(1, 99_999);
/** What people write about a device. */
export const deviceFields = {
  name: text(40).optional().nullable(),
  remark: longText(200).optional().nullable(),
  priceFen: moneyFen(0, 100_000_00).optional().nullable(),
};
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Some calls are told a machine by its id or by its code. */
export const isDeviceId = (text: string): boolean => uuidPattern.test(text);
/** A printed code, or the link of a label that holds it. */
export const scannedCode = () => text(300);
