import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { bool, done, id, ids, int, longText, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

/** firmware: the controller itself; app: the player app of an Android controller. */
export const targets = ['firmware', 'app'] as const;
export type Target = (typeof targets)[number];

export const rolloutStates = ['running', 'paused', 'finished', 'cancelled'] as const;
export type RolloutState = (typeof rolloutStates)[number];

export const itemStates = [
  'waiting',
  'sent',
  'downloading',
  'verified',
  'installed',
  'rolledBack',
  'failed',
  'cancelled',
] as const;
export type ItemState = (typeof itemStates)[number];
/** Under way on the device. */
export const movingStates: readonly ItemState[] = ['sent', 'downloading', 'verified'];

/** How far a rollout goes at each stage, in percent of its devices. */
export const stagePlans = { careful: [10, 50, 100], half: [50, 100], all: [100] } as const;
export type StagePlan = keyof typeof stagePlans;

const view = permit('firmware.view', 'merchant', 'platform');
const rollOut = permit('firmware.rollOut');
const publish = permit('firmware.publish', 'platform');

const versionText = () =>
  z
    .string()
    .trim()
    .regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, { error: 'firmware:error.version' })
    .meta({ field: 'text' });

const image = z.object({
  id: z.string(),
  target: z.enum(targets),
  type: z.enum(deviceTypes),
  version: z.string(),
  notes: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  publishedAt: z.string(),
  withdrawn: z.boolean(),
  /** of the caller's devices, how many run it */
  deviceNumber: z.int(),
});
export type FirmwareImage = z.infer<typeof image>;

const device = z.object({
  equipmentId: z.string(),
  code: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  type: z.enum(deviceTypes),
  fieldId: z.string(),
  fieldName: z.string(),
  online: z.boolean(),
});

const rollout = z.object({
  id: z.string(),
  target: z.enum(targets),
  version: z.string(),
  kind: z.enum(['update', 'rollback']),
  state: z.enum(rolloutStates),
  /** why it stands still: failures, or a person */
  pausedBy: z.enum(['failures', 'person']).nullable(),
  stages: z.array(z.int()),
  stage: z.int(),
  atNight: z.boolean(),
  maxFailurePercent: z.int(),
  userName: z.string(),
  createdAt: z.string(),
  total: z.int(),
  waiting: z.int(),
  moving: z.int(),
  installed: z.int(),
  failed: z.int(),
});
export type Rollout = z.infer<typeof rollout>;

const item = z.object({
  device,
  state: z.enum(itemStates),
  percent: z.int(),
  reason: z.string().nullable(),
  fromVersion: z.string().nullable(),
  version: z.string(),
  stage: z.int(),
  updatedAt: z.string(),
});
export type RolloutItem = z.infer<typeof item>;

export const firmwareContract = {
  listImages: defineEndpoint({
    method: 'GET',
    path: '/api/blade-firmware/image/list',
    access: view,
    input: pageInput({ target: z.enum(targets).optional(), type: z.enum(deviceTypes).optional() }, [
      'publishedAt',
    ]),
    output: pageOf(image),
    summary: 'Published versions of firmware and player app, newest first',
  }),
  publishImage: defineEndpoint({
    method: 'POST',
    path: '/api/blade-firmware/image/publish',
    access: publish,
    multipart: true,
    input: z.object({
      target: z.enum(targets).meta({ field: 'choice' }),
      type: z.enum(deviceTypes).meta({ field: 'choice' }),
      version: versionText(),
      notes: longText(2000),
    }),
    output: z.object({ id: z.string(), sha256: z.string(), sizeBytes: z.int() }),
    summary: 'Publishes a version for a device type (multipart field `file`)',
  }),
  withdrawImage: defineEndpoint({
    method: 'POST',
    path: '/api/blade-firmware/image/withdraw',
    access: publish,
    input: z.object({ id: id() }),
    output: done(),
    summary: 'No new rollout may use the version; devices that run it keep it',
  }),
  listVersions: defineEndpoint({
    method: 'GET',
    path: '/api/blade-firmware/device/versions',
    access: permit('firmware.devices'),
    input: pageInput(
      {
        target: z.enum(targets).default('firmware'),
        type: z.enum(deviceTypes).optional(),
        fieldId: id().optional(),
        keyword: text(40, 0).optional(),
        /** 1: only those with something newer to install */
        outdated: bool().optional(),
      },
      ['number'],
    ),
    output: pageOf(
      device.extend({
        id: z.string(),
        version: z.string().nullable(),
        latest: z.string().nullable(),
        outdated: z.boolean(),
        /** of the rollout under way, if one is */
        progress: z.enum(itemStates).nullable(),
        percent: z.int().nullable(),
      }),
    ),
    summary: 'What each device runs and what is newest for it',
  }),
  startRollout: defineEndpoint({
    method: 'POST',
    path: '/api/blade-firmware/rollout/start',
    access: rollOut,
    place: 'json',
    input: z.object({
      imageId: id(),
      equipmentIds: ids(2000),
      plan: z.enum(['careful', 'half', 'all']).meta({ field: 'choice' }).default('careful'),
      atNight: bool().default(false),
      maxFailurePercent: int(0, 100).default(10),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Brings a version to devices, stage by stage; stops by itself when too many fail',
  }),
  listRollouts: defineEndpoint({
    method: 'GET',
    path: '/api/blade-firmware/rollout/list',
    access: permit('firmware.devices'),
    input: pageInput({ target: z.enum(targets).optional() }, ['createdAt']),
    output: pageOf(rollout),
    summary: 'Rollouts, newest first',
  }),
  readRollout: defineEndpoint({
    method: 'GET',
    path: '/api/blade-firmware/rollout/detail',
    access: permit('firmware.devices'),
    input: z.object({ id: id() }),
    output: rollout.extend({ items: z.array(item) }),
    summary: 'A rollout with the progress of every device',
  }),
  steerRollout: defineEndpoint({
    method: 'POST',
    path: '/api/blade-firmware/rollout/steer',
    access: rollOut,
    input: z.object({ id: id(), action: z.enum(['pause', 'resume', 'cancel', 'retry']) }),
    output: done(),
    summary: 'Pauses, resumes or cancels a rollout, or tries failed devices again',
  }),
  rollBack: defineEndpoint({
    method: 'POST',
    path: '/api/blade-firmware/rollout/rollBack',
    access: rollOut,
    input: z.object({ id: id() }),
    output: z.object({ id: z.string() }),
    summary: 'Gives the devices of a rollout back the version they had before',
  }),
};
