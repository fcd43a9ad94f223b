import type { DeviceEventMessage, DownMessage, ScreenPlays, UpMessage } from '#kit/protocol/messages.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import { defaultSettings, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';

/** New firmware on probation: it stays only when it reaches the server. */
export interface FirmwareTrial {
  rollout: string;
  target: 'firmware' | 'app';
  version: string;
  previous: string;
  /** starts since it was installed */
  boots: number;
}

export type Content = Omit<DownMessage<'content'>, 'expiresAt'>;
export type PriceList = Omit<DownMessage<'prices'>, 'expiresAt'>;

/** What a device keeps when the power goes. Written whole, before anything that relies on it leaves the device. */
export interface DeviceMemory {
  claimed: boolean;
  /** the server's own address, as it was last told */
  http: string | undefined;
  boot: number;
  epoch: number;
  /** of the last telemetry message made */
  seq: number;
  counters: Record<string, number>;
  /** told to nobody yet, oldest first */
  events: DeviceEventMessage[];
  /** events lost because there was no room */
  dropped: number;
  /** messages made and not acknowledged; sent again just as they are */
  unsent: UpMessage<'telemetry'>[];
  faults: string[];
  hoppers: { hopper: number; coins: number }[];
  lanes: { lane: number; stock: number }[];
  settings: SettingsDocument;
  settingsHash: string;
  settingsVersion: number;
  contentVersion: number;
  /** what the screen shows */
  content: Content | undefined;
  /** a version being fetched; goes on after a power cut */
  contentOrder: DownMessage<'content'> | undefined;
  /** files on storage, whole or in part: their size by their hash */
  contentFiles: Record<string, number>;
  /** shown and told to nobody yet, by item and hour */
  played: ScreenPlays[];
  /** the list on its screen */
  prices: PriceList | undefined;
  firmware: string;
  app: string | undefined;
  /** an update being fetched or waiting for its hour; goes on after a power cut */
  update: DownMessage<'firmware'> | undefined;
  trial: FirmwareTrial | undefined;
  /** how the last update ended, until the server was told */
  verdict: UpMessage<'firmware'> | undefined;
  /** the clock never goes back behind this, or what expired could come alive again */
  clockFloorMs: number;
  /** what the machine itself remembers: credit, plays since the last prize, tickets left, … */
  inner: Record<string, number>;
}

/** Documents are replaced, never changed in place, so that a fleet can share the factory's. */
const factory = Object.fromEntries(
  deviceTypes.map((type) => {
    const settings = defaultSettings(type);
    return [type, { settings, settingsHash: settingsHash(settings) }];
  }),
) as Record<DeviceType, { settings: SettingsDocument; settingsHash: string }>;

export const factorySettings = (type: DeviceType) => factory[type];

/** What was on storage, in the shape of this version of the software: what an older one did not know begins empty. */
export const openMemory = (
  stored: DeviceMemory | undefined,
  type: DeviceType,
  software: { firmware: string; app?: string },
): DeviceMemory => Object.assign(newMemory(type, software), stored);

export function newMemory(type: DeviceType, software: { firmware: string; app?: string }): DeviceMemory {
  return {
    claimed: false,
    http: undefined,
    boot: 0,
    epoch: 0,
    seq: 0,
    counters: {},
    events: [],
    dropped: 0,
    unsent: [],
    faults: [],
    hoppers: [],
    lanes: [],
    ...factory[type],
    settingsVersion: 0,
    contentVersion: 0,
    content: undefined,
    contentOrder: undefined,
    contentFiles: {},
    played: [],
    prices: undefined,
    firmware: software.firmware,
    app: software.app,
    update: undefined,
    trial: undefined,
    verdict: undefined,
    clockFloorMs: 0,
    inner: {},
  };
}
