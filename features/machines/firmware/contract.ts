import { z } from 'zod';
import { deviceNames, deviceType } from '#features/machines/devices/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent, refresherOf } from '#kit/contract/event.ts';
import {
  bool,
  bytes,
  choiceOf,
  flagOf,
  id,
  ids,
  instant,
  int,
  longText,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';

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

/** What becomes of one device that takes part, and of its rollout with it. */
export const rolloutChanged = defineEvent<{ id: string }>('firmware.rollout');
/** The platform published a version or took one back. */
export const imagesChanged = defineEvent('firmware.images');

/** How a device stands towards the newest version; one that takes part in a rollout says how far it is. */
export const versionStates = [
  'unknown',
  'current',
  'outdated',
  'waiting',
  'sent',
  'downloading',
  'verified',
] as const;
export type VersionState = (typeof versionStates)[number];
/** A rollout that stopped by itself is more than paused. */
export const shownRolloutStates = ['running', 'paused', 'stopped', 'finished', 'cancelled'] as const;

const target = () => choiceOf('firmware:target', targets);
const itemTones = {
  waiting: 'quiet',
  sent: 'waiting',
  downloading: 'waiting',
  verified: 'waiting',
  installed: 'good',
  rolledBack: 'bad',
  failed: 'bad',
  cancelled: 'quiet',
} as const;
const itemState = () => choiceOf('firmware:item', itemStates, itemTones);
const versionState = () =>
  choiceOf('firmware:versionState', versionStates, {
    unknown: 'quiet',
    current: 'good',
    outdated: 'waiting',
    waiting: 'quiet',
    sent: 'waiting',
    downloading: 'waiting',
    verified: 'waiting',
  });
const plan = () => choiceOf('firmware:plan', ['careful', 'half', 'all']);

const view = permit('firmware.view', 'merchant', 'platform');
const rollOut = permit('firmware.rollOut');
const publish = permit('firmware.publish', 'platform');

const versionText = () =>
  z
    .string()
    .trim()
    .regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, { error: 'firmware:error.version' })
    .meta({ field: 'text' });

/** 64 bytes of Ed25519 */
const makerSignature = () =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9+/]{86}==$/, { error: 'firmware:error.makerSignature' })
    .meta({ field: 'text' });
/** revisions of the board, separated by commas */
const revisions = () =>
  text(400, 0)
    .refine((list) => revisionsOf(list).every((revision) => revision.length <= 40), {
      error: 'firmware:error.hardware',
    })
    .refine((list) => revisionsOf(list).length <= 20, { error: 'firmware:error.hardware' });
export const revisionsOf = (list: string): string[] =>
  [...new Set(list.split(/[,，]/).map((revision) => revision.trim()))].filter(Boolean).sort();

const image = z.object({
  id: z.string(),
  target: target(),
  type: deviceType(),
  /** empty: every model of the type */
  model: z.string(),
  /** revisions of the board, separated by commas; empty: all */
  hardware: z.string(),
  /** whether the maker signed it */
  signed: flagOf('firmware:signed', { yes: 'good', no: 'quiet' }),
  version: z.string(),
  notes: z.string(),
  sizeBytes: bytes(),
  sha256: z.string(),
  publishedAt: instant(),
  state: choiceOf('firmware:image', ['available', 'withdrawn'], { available: 'good', withdrawn: 'quiet' }),
  /** of the caller's devices, how many run it */
  deviceNumber: z.int(),
});
export type FirmwareImage = z.infer<typeof image>;

const rollout = z.object({
  id: z.string(),
  target: target(),
  version: z.string(),
  kind: choiceOf('firmware:kind', ['update', 'rollback']),
  /** what it brings, in the caller's language */
  title: z.string(),
  state: choiceOf('firmware:rollout', rolloutStates),
  /** why it stands still: failures, or a person */
  pausedBy: choiceOf('firmware:pausedBy', ['failures', 'person']).nullable(),
  shownState: choiceOf('firmware:rollout', shownRolloutStates, {
    running: 'info',
    paused: 'waiting',
    stopped: 'bad',
    finished: 'good',
    cancelled: 'quiet',
  }),
  stages: z.array(z.int()),
  stage: z.int(),
  stageName: z.string(),
  atNight: z.boolean(),
  maxFailurePercent: z.int(),
  userName: z.string(),
  createdAt: instant(),
  /** installed and failed of all, in words */
  progress: z.string(),
  total: z.int(),
  waiting: z.int(),
  moving: z.int(),
  installed: z.int(),
  failed: z.int(),
});
export type Rollout = z.infer<typeof rollout>;

const item = z.object({
  ...deviceNames,
  online: z.boolean(),
  state: itemState(),
  percent: z.int(),
  reason: z.string().nullable(),
  /** in the caller's language */
  reasonName: z.string().nullable(),
  fromVersion: z.string().nullable(),
  version: z.string(),
  stage: z.int(),
  updatedAt: instant(),
});
export type RolloutItem = z.infer<typeof item>;

export const firmwareContract = {
  listImages: get('/api/blade-firmware/image/list', view, {
    input: pageInput(
      {
        target: target().optional(),
        type: deviceType().optional(),
        /** what is made for this model or for all */
        model: text(40, 0).optional(),
      },
      ['publishedAt'],
    ),
    output: pageOf(image),
    refreshedBy: [imagesChanged],
    summary: 'Published versions of firmware and player app, newest first',
  }),
  publishImage: post('/api/blade-firmware/image/publish', publish, {
    repeats: { because: 'a version of a type is published once' },
    multipart: true,
    input: z.object({
      target: target(),
      type: deviceType(),
      version: versionText(),
      model: text(40, 0).default(''),
      hardware: revisions().default(''),
      makerSignature: makerSignature().optional(),
      notes: longText(2000),
    }),
    output: z.object({ id: z.string(), sha256: z.string(), sizeBytes: bytes() }),
    emits: [imagesChanged],
    summary: 'Publishes a version for a device type (multipart field `file`)',
  }),
  withdrawImage: post('/api/blade-firmware/image/withdraw', publish, {
    input: z.object({ id: id() }),
    emits: [imagesChanged],
    summary: 'No new rollout may use the version; devices that run it keep it',
  }),
  listVersions: get('/api/blade-firmware/device/versions', permit('firmware.devices'), {
    input: pageInput(
      {
        target: target().default('firmware'),
        type: deviceType().optional(),
        fieldId: id().optional(),
        keyword: text(40, 0).optional(),
        /** 1: only those with something newer to install */
        outdated: bool().optional(),
      },
      ['equipmentNo'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        ...deviceNames,
        online: z.boolean(),
        model: z.string().nullable(),
        version: z.string().nullable(),
        latest: z.string().nullable(),
        state: versionState(),
        /** of the rollout under way, if one is */
        percent: z.int().nullable(),
      }),
    ),
    refreshedBy: [rolloutChanged, imagesChanged],
    summary: 'What each device runs and what is newest for it',
  }),
  startRollout: post('/api/blade-firmware/rollout/start', rollOut, {
    place: 'json',
    input: z.object({
      imageId: id(),
      equipmentIds: ids(2000),
      plan: plan().default('careful'),
      atNight: bool().default(false),
      maxFailurePercent: int(0, 100).default(10),
    }),
    output: z.object({ id: z.string() }),
    emits: [rolloutChanged],
    summary: 'Brings a version to devices, stage by stage; stops by itself when too many fail',
  }),
  listRollouts: get('/api/blade-firmware/rollout/list', permit('firmware.devices'), {
    input: pageInput({ target: target().optional() }, ['createdAt']),
    output: pageOf(rollout),
    refreshedBy: [rolloutChanged],
    summary: 'Rollouts, newest first',
  }),
  readRollout: get('/api/blade-firmware/rollout/detail', permit('firmware.devices'), {
    input: z.object({ id: id() }),
    output: rollout.extend({ items: z.array(item) }),
    refreshedBy: [refresherOf(rolloutChanged, (data, input) => data.id === input.id)],
    summary: 'A rollout with the progress of every device',
  }),
  steerRollout: post('/api/blade-firmware/rollout/steer', rollOut, {
    input: z.object({ id: id(), action: choiceOf('firmware:steer', ['pause', 'resume', 'cancel', 'retry']) }),
    emits: [rolloutChanged],
    summary: 'Pauses, resumes or cancels a rollout, or tries failed devices again',
  }),
  rollBack: post('/api/blade-firmware/rollout/rollBack', rollOut, {
    input: z.object({ id: id() }),
    output: z.object({ id: z.string() }),
    emits: [rolloutChanged],
    summary: 'Gives the devices of a rollout back the version they had before',
  }),
};
