import { type DeviceView, listDevices } from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import {
  type AlertKind,
  type AlertSeverity,
  alertChanged,
  alertOpened,
  kindDefinitions,
} from '../contract/kinds.ts';
import { type RuleBook, ruleBook } from '../rules/rule-book-rules.ts';
import type { AlertData } from '../tables.ts';
import { keyOf, type NewAlert, openNew, selectHeld } from './alert-queries.ts';
import { selectRules } from './rule-queries.ts';
import { tellStaff } from './tell-staff.ts';

/** Something that is wrong. */
export interface Cause {
  kind: AlertKind;
  siteId: string | null;
  deviceId: string | null;
  subject?: string;
  /** the kind's own unless told */
  severity?: AlertSeverity;
  /** figures of the sentence about it */
  data?: AlertData;
}

export async function readRuleBook(tx: Tx, tenantId: string): Promise<RuleBook> {
  return ruleBook(await selectRules(tx, tenantScope(tenantId)));
}

const keyOfCause = ({ deviceId, kind, subject = '' }: Cause) => keyOf({ deviceId, kind, subject });

export function isWatched(rules: RuleBook, { siteId, kind, subject }: Cause): boolean {
  const rule = rules.at(siteId, kind);
  return rule.enabled && !(kind === 'fault' && rule.mutedFaults.includes(subject ?? ''));
}

async function withoutHeld(tx: Tx, tenantId: string, causes: readonly Cause[]): Promise<Cause[]> {
  const byKey = new Map(causes.map((cause) => [keyOfCause(cause), cause]));
  const kinds = [...new Set(causes.map(({ kind }) => kind))];
  for (const held of await selectHeld(tx, tenantScope(tenantId), { kinds })) byKey.delete(keyOf(held));
  return [...byKey.values()];
}

/** The name of a machine goes along: the alert outlives its renaming and its removal. */
const labelOf = (device: DeviceView | undefined): AlertData =>
  device ? { number: device.number, name: device.name ?? device.code, code: device.code } : {};

/**
 * Opens an alert for each cause that the site's rules watch and that none is open for, and tells the staff. What lasts
 * is told once, however often it is raised.
 */
export async function raiseAlerts(
  tx: Tx,
  services: Services,
  tenantId: string,
  causes: readonly Cause[],
): Promise<void> {
  if (causes.length === 0) return;
  const fresh = await withoutHeld(tx, tenantId, causes);
  if (fresh.length === 0) return;
  const rules = await readRuleBook(tx, tenantId);
  const watched = fresh.filter((cause) => isWatched(rules, cause));
  if (watched.length === 0) return;
  const deviceIds = [...new Set(watched.flatMap(({ deviceId }) => (deviceId ? [deviceId] : [])))];
  const devices = new Map(
    (await listDevices(tx, tenantScope(tenantId), { ids: deviceIds })).map((device) => [
      device.deviceId,
      device,
    ]),
  );
  const now = services.clock.now();
  const candidates = watched.map(
    ({ kind, siteId, deviceId, subject = '', severity, data }): NewAlert => ({
      id: newId(now.getTime()),
      siteId,
      deviceId,
      kind,
      subject,
      severity: severity ?? kindDefinitions[kind].severity,
      data: { ...labelOf(deviceId ? devices.get(deviceId) : undefined), ...data },
      openedAt: now,
    }),
  );
  const openedIds = await openNew(tx, tenantId, candidates);
  const opened = candidates.filter(({ id }) => openedIds.has(id));
  if (opened.length === 0) return;
  await tellStaff(tx, services, tenantId, opened, rules);
  for (const [siteId, own] of Map.groupBy(opened, (alert) => alert.siteId ?? null))
    await emit(tx, siteTopic(tenantId, siteId), alertOpened, {
      ids: own.map(({ id }) => id),
      severe: own.some(({ severity }) => severity === 'severe'),
    });
}

export const announceChange = (tx: Tx, tenantId: string) => emit(tx, tenantTopic(tenantId), alertChanged);
