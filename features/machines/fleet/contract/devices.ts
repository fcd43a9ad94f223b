import { z } from 'zod';
import { siteFilled } from '#features/base/sites/contract.ts';
import {
  deviceChanged,
  deviceListed,
  thatDeviceChanged,
} from '#features/machines/devices/contract/events.ts';
import {
  deviceFields,
  deviceFilterState,
  deviceNumber,
  deviceRecord,
  deviceType,
  listedDevice,
  scannedCode,
} from '#features/machines/devices/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import { orPlayers, permit } from '#kit/contract/endpoint.ts';
import {
  bool,
  choiceOf,
  choicesOf,
  id,
  ids,
  longText,
  pageInput,
  pageOf,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { machineFields } from '#kit/contract/things.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { qrCentres, qrLayoutNames } from './qr-labels.ts';

const view = permit('devices.view');
const edit = permit('devices.edit');
/** who brings machines into the merchant's fleet and takes them out */
const register = permit('devices.register');

const base = '/api/blade-zdEquipment/zdEquipment';
const explain = '/api/blade-equipmentExplain/equipmentExplain';

export const identityOwners = ['unknown', 'free', 'own', 'other', 'blocked'] as const;
const identityOwner = () => choiceOf('fleet:scan.owner', identityOwners);

export const fleetDevicesContract = {
  listDevices: get(`${base}/list`, view, {
    input: pageInput(
      {
        fieldId: id().optional(),
        type: deviceType().optional(),
        types: choicesOf('devices:type', deviceTypes).max(deviceTypes.length).optional(),
        state: deviceFilterState().optional(),
        /** in number, code, name and remark */
        keyword: text(40, 0).optional(),
        ids: z.array(id()).max(500).optional(),
      },
      ['equipmentNo', 'equipmentName', 'code', 'type', 'createdAt', 'lastSeenAt'],
    ),
    output: pageOf(listedDevice),
    refreshedBy: [deviceChanged, deviceListed],
    summary: 'Devices the caller may see with their live state; by site, then in the order set for it',
  }),
  readDevice: get(`${base}/detail`, view, {
    input: z.object({ equipmentId: id() }),
    output: deviceRecord,
    refreshedBy: [thatDeviceChanged, deviceListed],
    summary: 'One device',
  }),
  listDevicesOfSite: post('/getEquipmentListByFieldId', view, {
    place: 'json',
    changes: false,
    input: z.object({ fieldId: id() }),
    output: z.array(deviceRecord),
    refreshedBy: [deviceChanged, deviceListed],
    summary: 'All devices of a site in the order set for it',
  }),
  readFigures: get(`${base}/figures`, view, {
    input: z.object({ fieldId: id().optional() }),
    output: z.object({
      /** the day that is going on at the site, in Shanghai where none is named */
      day: z.string(),
      /** what the counters of all machines grew by on the day that is going on at the site of each */
      today: z.object({
        coinsIn: z.int(),
        cashCoins: z.int(),
        onlineCoins: z.int(),
        plays: z.int(),
        prizesOut: z.int(),
        coinsOut: z.int(),
        sold: z.int(),
      }),
      states: z.object({
        all: z.int(),
        online: z.int(),
        offline: z.int(),
        fault: z.int(),
        uncontrolled: z.int(),
      }),
      types: z.array(z.object({ type: deviceType(), count: z.int() })),
    }),
    // Sums over a whole fleet: pages that show them ask again every few seconds and not at every coin.
    refreshedBy: [deviceListed],
    summary: "Today's coins, plays and prizes, and how many devices are on, off or at fault",
  }),
  readUses: post(`${base}/uses`, view, {
    place: 'json',
    changes: false,
    input: z.object({ ids: ids(50) }),
    output: z.array(
      z.object({
        equipmentId: z.string(),
        /** plays, coins given out or goods sold, by the hour: 24 of them, the last has begun */
        hours: z.array(z.int()),
      }),
    ),
    // pages that show them ask again now and then and not at every coin
    refreshedBy: [],
    summary: 'How much machines were used in each of the last 24 hours',
  }),
  readSitePlays: post(`${base}/sitePlays`, view, {
    place: 'json',
    changes: false,
    input: z.object({ ids: ids(50) }),
    output: z.array(
      z.object({
        fieldId: z.string(),
        /** of machines that are played, by the hour: 24 of them, the last has begun */
        hours: z.array(z.int()),
      }),
    ),
    // as with single machines
    refreshedBy: [],
    summary: 'How many plays there were at sites in each of the last 24 hours',
  }),
  checkDevice: post(`${base}/checkEquipmentId`, view, {
    changes: false,
    input: z.object({ equipmentId: scannedCode() }),
    output: z.object({
      code: z.string(),
      owner: identityOwner(),
      type: deviceType().nullable(),
      model: z.string().nullable(),
      online: z.boolean().nullable(),
      /** when it is the caller's own and within reach */
      device: deviceRecord.nullable(),
    }),
    refreshedBy: [deviceListed],
    rate: { max: 120, windowSeconds: 60 },
    summary: 'Whose a scanned or typed code is: nobody knows it, free, own, or of another merchant',
  }),
  proposeNumber: get(`${base}/nextNumber`, view, {
    input: z.object({ fieldId: id() }),
    output: z.object({ number: z.int() }),
    refreshedBy: [deviceListed],
    summary: 'The next free device number of a site',
  }),
  registerDevice: post(`${base}/saveEquipment`, register, {
    input: z.object({
      type: deviceType(),
      fieldId: id().meta({ field: 'reference' }),
      /** absent: the next free one */
      number: deviceNumber().optional(),
      /** false: a machine without a controller of ours, which gets a code from us and needs no pin */
      controlled: bool().default(true),
      code: scannedCode().optional(),
      claimPin: text(12).optional(),
      ...deviceFields,
    }),
    output: z.object({ equipmentId: z.string(), code: z.string(), number: z.int() }),
    emits: [deviceListed, siteFilled],
    rate: { max: 60, windowSeconds: 60 },
    summary: 'Brings a machine into the fleet: by the code on it and the pin in its box',
  }),
  updateDevice: post(`${base}/update`, edit, {
    input: z.object({ equipmentId: id(), number: deviceNumber().optional(), ...deviceFields }),
    emits: [deviceListed, siteFilled],
    summary: 'Changes number, name, remark or price; null empties one, an absent one stays',
  }),
  moveDevice: get(`${base}/updateEquipmentByField`, edit, {
    changes: true,
    input: z.object({
      equipmentId: id(),
      fieldId: id(),
      /** absent: the one it has */
      number: deviceNumber().optional(),
    }),
    output: z.object({ number: z.int() }),
    emits: [deviceListed, siteFilled],
    summary: 'Moves a device to another site; refused when its number is taken there, with a free one named',
  }),
  moveDevices: post(`${base}/move`, edit, {
    input: z.object({ ids: ids(), fieldId: id() }),
    output: z.object({ renumbered: z.array(z.object({ equipmentId: z.string(), number: z.int() })) }),
    emits: [deviceListed, siteFilled],
    summary: 'Moves devices to another site; whose number is taken there gets the next free one',
  }),
  sortDevices: post(`${base}/sort`, edit, {
    input: z.object({ fieldId: id(), ids: ids(2000) }),
    emits: [deviceListed],
    summary: 'The order of the devices of a site, as lists and players show them',
  }),
  unbindDevices: post(`${base}/unbind`, register, {
    input: z.object({ ids: ids() }),
    emits: [deviceListed, siteFilled],
    summary: 'Takes devices out of the fleet; their records stay, their codes become free',
  }),
  readDescription: get(`${explain}/detail`, 'public', {
    input: z.object({ equipmentId: scannedCode() }),
    output: z.object({
      ...machineFields,
      code: z.string(),
      text: z.string(),
      pictures: z.array(z.string()),
    }),
    refreshedBy: [deviceListed],
    rate: { max: 600, windowSeconds: 60 },
    summary: 'How to use a device, for players; by its id or the code on it',
  }),
  saveDescription: post(`${explain}/submit`, edit, {
    input: z.object({
      equipmentId: id(),
      text: longText(2000),
      pictures: z.array(uploadPath()).max(9),
    }),
    emits: [deviceListed],
    summary: 'Changes what players read about a device',
  }),
  readPlayerQr: get('/api/blade-player/player/getAppletQrcodeUrl', orPlayers(view), {
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({
      /** its id for staff; for players the code on its label */
      equipmentId: text(36),
      /** of a player: the signature of the label that was scanned; without it the address carries none */
      s: text(64).optional(),
    }),
    output: z.object({
      url: z.string(),
      /** the code as a picture, 200 × 200 */
      image: z.string(),
    }),
    summary: "Address of a device's player page and its QR code, correction level H",
  }),
  readLabelLinks: get(`${base}/labelLinks`, view, {
    input: z.object({ ids: ids() }),
    output: z.array(z.object({ equipmentId: z.string(), link: z.string() })),
    summary: 'What the codes on labels of these devices say, for a preview',
  }),
  printLabels: get(`${base}/qrSheet`, view, {
    answer: 'raw',
    files: ['application/pdf'],
    input: z.object({
      ids: ids(),
      layout: choiceOf('fleet:labels.size', qrLayoutNames).default('a4'),
      centre: choiceOf('fleet:labels.centreOf', qrCentres).default('number'),
      /** with centre `text` */
      text: text(12, 0).optional(),
    }),
    output: z.unknown(),
    summary: 'QR labels of devices as a PDF: each code opens the player page of its machine',
  }),
};
