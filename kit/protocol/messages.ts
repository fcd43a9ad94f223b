import { z } from 'zod';
import { weekPeriod } from '#kit/contract/schemas.ts';
import { limits } from './limits.ts';
import { type DownKind, deviceCodePattern, type UpKind, upKinds } from './topics.ts';
import { deviceTypes } from './types/names.ts';

/**
 * Every message of the protocol. `npm run protocol:schemas` writes them as JSON Schemas to docs/device-protocol/.
 * Numbers are integers; instants are UTC ISO strings; unknown fields are ignored by both sides.
 */
const instant = () => z.iso.datetime().describe('UTC, ISO 8601');
const count = () => z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const shortText = (max: number) => z.string().max(max);
const hash = () => z.string().regex(/^[0-9a-f]{16}$/);
const name = () => z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{0,31}$/);
const settingsDocument = () => z.record(name(), z.unknown()).describe('groups of settings, each an object');
const version = () =>
  z
    .string()
    .regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)
    .describe('major.minor.patch');

/** How strong the network is, as each kind of radio tells it. */
const signal = () =>
  z.object({
    kind: z.enum(['wifi', 'cellular', 'wired']),
    dbm: z.int().min(-140).max(0).optional(),
    iccid: z
      .string()
      .regex(/^\d{19,20}$/)
      .optional(),
    trafficBytes: count().optional().describe('this month, by the device'),
  });

const counters = () =>
  z.record(name(), count()).describe('running totals since the epoch began; they only grow');

export const deviceEventKinds = [
  'play',
  'win',
  'coin',
  'note',
  'ticket',
  'dispense',
  'vend',
  'door',
  'fault',
  'faultCleared',
  'settingsTouched',
  'restart',
  'refused',
] as const;
export type DeviceEventKind = (typeof deviceEventKinds)[number];

const deviceEvent = z.object({
  kind: z.enum(deviceEventKinds),
  at: instant(),
  /** what belongs to the kind: amount, lane, code of a fault, … */
  amount: count().optional(),
  lane: z.int().min(1).max(800).optional(),
  code: name().optional(),
  commandId: z.uuid().optional(),
  detail: shortText(200).optional(),
});
export type DeviceEventMessage = z.infer<typeof deviceEvent>;

/**
 * How often something of the content was shown in an hour, since the message before. A play that runs over the hour counts in
 * both, by the time shown in each.
 */
const screenPlays = z.object({
  item: z.uuid().describe('of the content'),
  hour: instant().describe('its beginning'),
  thousandths: z.int().min(1).max(3_600_000).describe('of plays; 1000 is one whole play'),
});
export type ScreenPlays = z.infer<typeof screenPlays>;

const hopperStock = z.object({ hopper: z.int().min(1).max(3), coins: count() });
const laneStock = z.object({ lane: z.int().min(1).max(800), stock: z.int().min(0).max(999) });

export const commandOutcomes = ['accepted', 'done', 'failed', 'repeat'] as const;
export const failureReasons = [
  'expired',
  'signature',
  'unknownCommand',
  'badParameters',
  'busy',
  'fault',
  'jam',
  'empty',
  'timeout',
  'doorOpen',
  'interrupted',
] as const;
export type FailureReason = (typeof failureReasons)[number];

const outcome = {
  asked: count().optional().describe('how many pieces the command asked for'),
  counted: count().optional().describe('how many the sensor counted; never guessed'),
  reason: z.enum(failureReasons).optional(),
};

/** When something on a price list holds, by the clock of the machine. */
const listedTerm = {
  fromDay: z.iso.date().nullable(),
  toDay: z.iso.date().nullable().describe('the last day on which it holds'),
  hours: z
    .array(weekPeriod())
    .max(14)
    .describe(
      'of the week, 1 is Monday; a period that ends before it begins runs past midnight; empty: all day',
    ),
};
const listedPackage = z.object({
  kind: z
    .enum(['coins', 'stored', 'points'])
    .describe('coins at the machine; stored and points: into the account of the player'),
  name: shortText(20),
  priceFen: count(),
  coins: count(),
  bonusCoins: count().describe('on top of the coins'),
  points: count().describe('into the account of the player'),
  recommended: z.boolean(),
  audience: z.enum(['everyone', 'first', 'returning']),
  ...listedTerm,
});
const listedDiscount = z.object({
  name: shortText(20),
  basisPoints: z.int().min(1).max(10_000).describe('what is left to pay; 9900 is 99 %'),
  things: z.array(z.enum(['play', 'coins', 'stored', 'points', 'goods'])).max(5),
  ...listedTerm,
});
export const mostListed = { packages: 40, discounts: 20 };
export const priceRefusals = ['signature', 'expired', 'old', 'space'] as const;

export const upMessages = {
  hello: z.object({
    session: shortText(40).min(1).describe('new for every connection; repeated in the last will'),
    protocol: z.literal(1),
    type: z.enum(deviceTypes),
    model: shortText(40),
    hardware: shortText(40).optional().describe('revision of the board, where firmware depends on it'),
    firmware: version(),
    app: version().optional().describe('player app of an Android controller'),
    boot: count().describe('number of starts'),
    epoch: count().describe('number of times the counters were cleared'),
    settingsVersion: count(),
    settingsHash: hash(),
    contentVersion: count(),
    pricesVersion: count().optional().describe('of the price list it shows; absent: it shows none'),
    faults: z.array(name()).max(50),
    signal: signal(),
    pairing: shortText(64).optional().describe('token of a WiFi pairing under way'),
  }),
  heartbeat: z.object({
    session: shortText(40).min(1),
    at: instant(),
    uptimeS: count(),
    signal: signal(),
    settingsVersion: count(),
    settingsHash: hash(),
    busy: z.boolean(),
  }),
  offline: z.object({
    session: shortText(40).min(1),
    reason: z.enum(['lost', 'shutdown', 'restart', 'update']),
  }),
  telemetry: z.object({
    epoch: count(),
    seq: count()
      .min(1)
      .describe('grows by one with every message, over restarts too; starts at 1 in a new epoch'),
    at: instant(),
    counters: counters().optional(),
    events: z.array(deviceEvent).max(limits.maxEventsPerMessage).optional(),
    faults: z.array(name()).max(50).optional().describe('all that are active now'),
    hoppers: z.array(hopperStock).max(3).optional().describe('all of them'),
    lanes: z.array(laneStock).max(800).optional().describe('all of them'),
    freeBytes: count().optional().describe('space for content'),
    dropped: count().optional().describe('events lost because the queue was full'),
    played: z
      .array(screenPlays)
      .max(limits.maxPlayedPerMessage)
      .optional()
      .describe('on the screen, since the message before'),
  }),
  result: z.object({
    id: z.uuid(),
    state: z.enum(commandOutcomes),
    at: instant(),
    ...outcome,
    /** with state repeat: what the journal holds */
    journal: z.enum(['accepted', 'done', 'failed']).optional(),
  }),
  journal: z.object({
    query: z.uuid(),
    entries: z
      .array(
        z.object({
          id: z.uuid(),
          state: z.enum(['accepted', 'done', 'failed', 'notExecuted']),
          at: instant().optional(),
          ...outcome,
        }),
      )
      .max(limits.maxJournalQuery),
  }),
  settings: z.object({
    version: count(),
    hash: hash(),
    state: z.enum(['applied', 'refused', 'report']),
    /** with refused: which value, and why */
    path: shortText(120).optional(),
    reason: z.enum(['signature', 'expired', 'old', 'invalid', 'busy']).optional(),
    settings: settingsDocument().optional().describe('with report: everything the device runs with'),
  }),
  content: z.object({
    version: count(),
    state: z
      .enum(['downloading', 'stored', 'applied', 'failed'])
      .describe('stored: one file is there, whole'),
    item: z.uuid().optional().describe('with downloading, stored and failed: the file it is about'),
    percent: z.int().min(0).max(100).optional().describe('of all files of the version'),
    reason: z.enum(['hash', 'space', 'download', 'format', 'signature', 'expired', 'old']).optional(),
    freeBytes: count().optional(),
  }),
  prices: z.object({
    version: count(),
    state: z.enum(['applied', 'refused']),
    reason: z.enum(priceRefusals).optional(),
  }),
  firmware: z.object({
    rollout: z.uuid(),
    version: version(),
    state: z.enum(['downloading', 'verified', 'installed', 'rolledBack', 'failed']),
    percent: z.int().min(0).max(100).optional(),
    reason: z
      .enum(['hash', 'space', 'download', 'signature', 'expired', 'busy', 'boot', 'model', 'maker'])
      .optional(),
  }),
} satisfies Record<UpKind, z.ZodObject>;
export type UpMessage<K extends UpKind> = z.infer<(typeof upMessages)[K]>;

/** Why a message of a device was not taken. Silence means: try again; one of these: not as it is. */
export const errorReasons = ['malformed', 'invalid', 'tooLarge', 'type', 'blocked', 'unknownCode'] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** All but welcome, ack and error travel signed (signing.ts). */
export const downMessages = {
  welcome: z.object({
    now: instant().describe('set the clock to it when it differs by more than two seconds'),
    claimed: z.boolean(),
    epoch: count().describe('last known to the server'),
    seq: count().describe('last telemetry stored; resend what is newer'),
    heartbeatEveryMs: z.int().min(5000).max(600_000),
    http: shortText(200).optional().describe('what a relative url belongs to; absent: the address burnt in'),
  }),
  ack: z.object({ epoch: count(), seq: count() }),
  error: z.object({
    kind: z.enum(upKinds).describe('of the message that was not taken, and never will be as it is'),
    reason: z.enum(errorReasons),
    path: shortText(120).optional().describe('with invalid: the first wrong value'),
    epoch: count().optional().describe('of a telemetry message, where it could be read'),
    seq: count().optional(),
    id: z.uuid().optional().describe('of a result, where it could be read'),
  }),
  command: z.object({
    id: z.uuid(),
    command: name(),
    parameters: z.record(name(), z.unknown()),
    issuedAt: instant(),
    expiresAt: instant().describe('not started by then: answer failed, expired'),
  }),
  journal: z.object({
    query: z.uuid(),
    expiresAt: instant(),
    ids: z.array(z.uuid()).min(1).max(limits.maxJournalQuery),
  }),
  settings: z.object({
    version: count().describe('only a higher one than the last applied is taken'),
    expiresAt: instant(),
    /** absent: only a report of what the device runs with is wanted */
    settings: settingsDocument().optional(),
  }),
  content: z.object({
    version: count(),
    expiresAt: instant(),
    items: z
      .array(
        z.object({
          id: z.uuid(),
          kind: z.enum(['picture', 'video', 'text']),
          place: z.enum(['idle', 'banner', 'help', 'slogan']),
          text: shortText(2000).optional(),
          url: shortText(500).optional(),
          sizeBytes: count().optional(),
          sha256: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .optional(),
          seconds: z.int().min(0).max(300).optional(),
          fromDay: z.iso.date().nullable().optional(),
          toDay: z.iso.date().nullable().optional().describe('the last day on which it is shown'),
          hours: z
            .array(weekPeriod())
            .max(14)
            .optional()
            .describe('of the week, 1 is Monday; absent or empty: all day'),
        }),
      )
      .max(100)
      .describe('in the order to show them in'),
    utcOffsetMin: z
      .int()
      .min(-720)
      .max(840)
      .optional()
      .describe('where the machine stands, east of UTC: for days and hours'),
    shown: z.boolean().optional().describe('false: keep the files and show none of them'),
  }),
  prices: z.object({
    version: count().describe('only a higher one than the last applied is taken'),
    expiresAt: instant(),
    packages: z.array(listedPackage).max(mostListed.packages).describe('in the order to show them in'),
    discounts: z.array(listedDiscount).max(mostListed.discounts),
  }),
  firmware: z.object({
    rollout: z.uuid(),
    target: z.enum(['firmware', 'app']),
    version: version(),
    model: shortText(40).optional().describe('only for this model; absent: for every model of the type'),
    hardware: z
      .array(shortText(40))
      .max(20)
      .optional()
      .describe('only for these revisions of the board; absent: for all'),
    makerSignature: z
      .base64()
      .max(200)
      .optional()
      .describe("Ed25519 by the maker's key over what the paper names; absent: the maker signs nothing"),
    url: shortText(500).describe('answers Range requests'),
    sizeBytes: count(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    notBefore: instant().optional().describe('wait for the night'),
    expiresAt: instant(),
  }),
} satisfies Record<DownKind, z.ZodObject>;
export type DownMessage<K extends DownKind> = z.infer<(typeof downMessages)[K]>;

export const unsignedDownKinds = ['welcome', 'ack', 'error'] as const satisfies readonly DownKind[];
export const isSigned = (kind: DownKind): boolean =>
  !(unsignedDownKinds as readonly DownKind[]).includes(kind);

/** What the label on a machine holds, and what /ewm understands: the code alone, or a link that ends in it. */
export function deviceCodeOf(scanned: string): string | undefined {
  const trimmed = scanned.trim();
  const parameter = /[?&](?:equipmentId|code)=([^&#]+)/.exec(trimmed)?.[1];
  const code = (parameter ?? trimmed).toUpperCase();
  return deviceCodePattern.test(code) ? code : undefined;
}
