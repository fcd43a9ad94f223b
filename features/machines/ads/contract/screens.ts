import { z } from 'zod';
import { thatDeviceChanged } from '#features/machines/devices/contract/events.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  bool,
  bytes,
  choiceOf,
  flagOf,
  id,
  ids,
  instant,
  int,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';
import { creationTime, entryTime, machineFields, siteFields } from '#kit/contract/things.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import {
  adsChanged,
  asideReasons,
  base,
  edit,
  mediaKind,
  screenChanged,
  screenReasons,
  screenState,
  termFields,
  termInput,
  view,
} from './shared.ts';

const keyword = text(40, 0).optional();
const machine = { ...machineFields, code: z.string(), ...siteFields };

export const screensContract = {
  readMainSwitch: get('/selectByAdMainSwitch', view, {
    summary: 'Whether ads are shown at all: 1 on, 0 off',
    output: z.object({ state: choiceOf('ads:mainSwitch', [0, 1]) }),
    refreshedBy: [adsChanged],
  }),
  setMainSwitch: get('/updateByAdMainSwitch', edit, {
    summary: 'Switches the ads of all machines on or off; they keep their files',
    changes: true,
    input: z.object({ state: choiceOf('ads:mainSwitch', [0, 1]) }),
    emits: [adsChanged],
  }),

  listScreens: get(`${base}/screen/list`, view, {
    summary: 'Machines with a screen: on or off, slogan, what they show and how far they are with it',
    input: pageInput({ keyword, fieldId: id().optional(), state: screenState().optional() }, [
      'freeBytes',
      'changedAt',
    ]),
    output: pageOf(
      z.object({
        ...machine,
        type: choiceOf('devices:type', deviceTypes),
        online: flagOf('ads:online', { yes: 'good', no: 'quiet' }),
        enabled: flagOf('ads:enabled', { yes: 'good', no: 'quiet' }),
        slogan: z.string(),
        waitS: z.int(),
        items: z.int(),
        state: screenState(),
        percent: z.int(),
        reason: choiceOf('ads:screenReason', screenReasons).nullable(),
        freeBytes: bytes().nullable(),
        changedAt: instant().nullable(),
      }),
    ),
    refreshedBy: [adsChanged, screenChanged, thatDeviceChanged],
  }),
  readScreen: get(`${base}/screen/detail`, view, {
    summary: 'What one machine shows, file by file',
    input: z.object({ equipmentId: id() }),
    output: z.object({
      ...machine,
      state: screenState(),
      percent: z.int(),
      reason: choiceOf('ads:screenReason', screenReasons).nullable(),
      freeBytes: bytes().nullable(),
      shown: bool(),
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          kind: mediaKind(),
          link: z.string(),
          seconds: z.int(),
          /** the machine has confirmed the file */
          stored: bool(),
          /** offered by the platform, not the merchant's own */
          isTask: bool(),
          /** over the last seven days */
          plays: z.int(),
          ...termFields,
        }),
      ),
    }),
    refreshedBy: [adsChanged, screenChanged],
  }),
  saveScreen: post(`${base}/screen/save`, edit, {
    summary: 'Ads on or off, slogan and waiting time of one machine; refused while it is offline',
    input: z.object({
      equipmentId: id(),
      enabled: bool(),
      slogan: text(60, 0).default(''),
      waitS: int(0, 300),
    }),
    output: z.object({ changeId: z.string().nullable() }),
    emits: [adsChanged, screenChanged],
  }),
  sendScreens: post(`${base}/screen/send`, edit, {
    summary: 'Sends machines their content again that could not take it',
    input: z.object({ equipmentIds: ids() }),
    emits: [screenChanged],
  }),

  listPlacements: get(`${base}/placement/list`, view, {
    summary: 'Which group is shown on which machine, and when',
    input: pageInput(
      { keyword, groupId: id().optional(), fieldId: id().optional(), equipmentId: id().optional() },
      ['createdAt'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        groupId: z.string(),
        groupName: z.string(),
        ...machine,
        ...termFields,
        state: screenState(),
        createdAt: creationTime(),
      }),
    ),
    refreshedBy: [adsChanged, screenChanged],
  }),
  previewPlacement: post(`${base}/placement/preview`, view, {
    summary: 'Share of each hour that a group would have on machines, before it is placed',
    changes: false,
    place: 'json',
    input: z.object({ groupId: id(), equipmentIds: ids(100), ...termInput }),
    output: z.object({
      /** the first day on which it is shown */
      day: z.string(),
      machines: z.array(
        z.object({
          equipmentId: z.string(),
          name: z.string(),
          /** hundredths of a percent of each hour of the day */
          hours: z.array(z.int()).length(24),
          /** what the files need that are not on it yet; null: it has not told how much room it has */
          neededBytes: bytes(),
          freeBytes: bytes().nullable(),
          fits: bool(),
        }),
      ),
    }),
  }),
  savePlacement: post(`${base}/placement/save`, edit, {
    summary: 'Places a group on machines; one that has it already gets the new time',
    place: 'json',
    input: z.object({ groupId: id(), equipmentIds: ids(100), ...termInput }),
    emits: [adsChanged, screenChanged],
  }),
  removePlacements: post(`${base}/placement/remove`, edit, {
    summary: 'Takes groups off machines, which remove the files',
    input: z.object({ ids: ids() }),
    emits: [adsChanged, screenChanged],
  }),

  listAside: get(`${base}/play/aside`, view, {
    summary: 'Plays that machines told and that can not be true; they are counted nowhere',
    input: pageInput({ reason: choiceOf('ads:asideReason', asideReasons).optional() }, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        ...machine,
        name: z.string(),
        hourAt: instant(),
        plays: z.number(),
        reason: choiceOf('ads:asideReason', asideReasons, { tooMany: 'bad', unknown: 'waiting' }),
        createdAt: entryTime(),
      }),
    ),
    refreshedBy: [screenChanged],
  }),
};
