import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf } from '#kit/contract/schemas.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';

export const alertOpened = defineEvent<{ ids: string[]; severe: boolean }>('alert.opened');
/** Alerts were taken over, moved on or ended. */
export const alertChanged = defineEvent('alert.changed');
export const rulesChanged = defineEvent('alert.rules');

/** What differs from a machine's own past, or from that of a whole site (docs/anomalies.md). */
export const oddKinds = [
  'incomeLow',
  'siteLow',
  'coinsNoPlays',
  'playsUnpaid',
  'cashGap',
  'winDrift',
] as const;
export type OddKind = (typeof oddKinds)[number];
export const isOddKind = (kind: string): kind is OddKind => (oddKinds as readonly string[]).includes(kind);

/** What can be wrong, and how it is watched. Texts: `alerts:kindName.<kind>`, `alerts:kind.<kind>.{detail,told,help,hint}`. */
export const alertKinds = [
  'offline',
  'fault',
  'lowCoins',
  'lowLane',
  'lowGift',
  'lowStock',
  'expiringGoods',
  'expiredGoods',
  'sensorSilent',
  'winRate',
  'counterBackwards',
  'counterJump',
  'settingsTouched',
  'oldLabel',
  'forgedLabel',
  'depositHeld',
  ...oddKinds,
] as const;
export type AlertKind = (typeof alertKinds)[number];
export const alertKind = () => choiceOf('alerts:kindName', alertKinds);

/** severe: money or play stands still, or money is being lost; warning: it soon might. */
export const severities = ['severe', 'warning'] as const;
export type AlertSeverity = (typeof severities)[number];
export const severity = () => choiceOf('alerts:severity', severities, { severe: 'bad', warning: 'waiting' });

export interface Threshold {
  unit: 'minutes' | 'plays' | 'percent';
  min: number;
  max: number;
  usual: number;
}

/**
 * What becomes of it after a person ended it. state: it stays quiet for a while (`quietMs`) and opens again when its cause
 * is still there; count: it is counted again; drift: the next change is told; event: it only happened, so nothing but a person or time ends it;
 * habit: only what comes afterwards is compared with the past.
 */
export type Nature = 'state' | 'count' | 'drift' | 'event' | 'habit';

export interface KindDefinition {
  nature: Nature;
  severity: AlertSeverity;
  /** how long a person's word that it is mended stands against a machine that says otherwise */
  quietMs?: number;
  threshold?: Threshold;
}

/** A machine tells at once whether it is mended; goods are filled up by the next day. */
const soonMs = 15 * minuteMs;

/** Where hoppers, lanes and gifts run low and how early goods are about to expire is set with these themselves. */
export const kindDefinitions: Readonly<Record<AlertKind, KindDefinition>> = {
  offline: {
    nature: 'state',
    severity: 'severe',
    quietMs: soonMs,
    threshold: { unit: 'minutes', min: 2, max: 1440, usual: 30 },
  },
  fault: { nature: 'state', severity: 'severe', quietMs: soonMs },
  lowCoins: { nature: 'state', severity: 'warning', quietMs: soonMs },
  lowLane: { nature: 'state', severity: 'warning', quietMs: dayMs },
  lowGift: { nature: 'state', severity: 'warning', quietMs: dayMs },
  lowStock: { nature: 'state', severity: 'warning', quietMs: dayMs },
  expiringGoods: { nature: 'state', severity: 'warning', quietMs: dayMs },
  expiredGoods: { nature: 'state', severity: 'severe', quietMs: dayMs },
  sensorSilent: {
    nature: 'count',
    severity: 'severe',
    threshold: { unit: 'plays', min: 20, max: 10_000, usual: 150 },
  },
  winRate: {
    nature: 'count',
    severity: 'severe',
    threshold: { unit: 'percent', min: 110, max: 1000, usual: 150 },
  },
  counterBackwards: { nature: 'event', severity: 'warning' },
  counterJump: { nature: 'event', severity: 'warning' },
  settingsTouched: { nature: 'drift', severity: 'warning' },
  oldLabel: { nature: 'event', severity: 'warning' },
  forgedLabel: { nature: 'event', severity: 'severe' },
  depositHeld: { nature: 'event', severity: 'severe' },
  incomeLow: { nature: 'habit', severity: 'warning' },
  siteLow: { nature: 'habit', severity: 'severe' },
  coinsNoPlays: { nature: 'habit', severity: 'severe' },
  playsUnpaid: { nature: 'habit', severity: 'severe' },
  cashGap: { nature: 'habit', severity: 'severe' },
  winDrift: { nature: 'habit', severity: 'warning' },
};
