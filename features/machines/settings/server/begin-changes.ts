import { inArray } from 'drizzle-orm';
import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { limits } from '#kit/protocol/limits.ts';
import { type Actor, auditMany } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { update } from '#kit/server/tables.ts';
import { flatten } from '../rules/document-rules.ts';
import { settingsChanges } from '../tables.ts';
import { announce } from './announce.ts';
import { type ChangeRow, insertChanges, markFailed, noteIssued, selectPending } from './change-queries.ts';
import type { Plan } from './plan-change.ts';

/** Longer than the waves before it take; a server that was away longer sends nothing that people have forgotten. */
export const queueMs = 120_000;

interface Beginning {
  actor: Actor;
  /** `settings.<verb>` of the operation log */
  action: string;
  now: Date;
  /** absent: sent at once by the caller; present: sent by the waves of the batch */
  batch?: { id: string; attemptOf(deviceId: string): number };
}

export const deviceLabel = (device: Pick<DeviceView, 'name' | 'code'>): string =>
  device.name ? `${device.name} (${device.code})` : device.code;

/** The confirmed rows of the plans must be locked. What is blocked ends at once; a change under way gives way. */
export async function beginChanges(tx: Tx, plans: readonly Plan[], how: Beginning): Promise<ChangeRow[]> {
  const sendable = plans.filter(({ blocked }) => blocked === null);
  await supersede(tx, sendable, how.now);
  const changes = plans.map((plan) => changeOf(plan, how));
  await insertChanges(tx, changes);
  await noteIssued(
    tx,
    changes.filter(({ state }) => state === 'pending'),
  );
  await auditMany(
    tx,
    how.actor,
    sendable.map(({ device, differences }) => ({
      action: how.action,
      entity: 'device',
      entityId: device.deviceId,
      siteId: device.siteId,
      label: deviceLabel(device),
      before: flatten(differences, 'before'),
      after: flatten(differences, 'after'),
    })),
  );
  return changes;
}

async function supersede(tx: Tx, plans: readonly Plan[], now: Date): Promise<void> {
  const older = await selectPending(
    tx,
    plans.map(({ device }) => device),
  );
  await markFailed(
    tx,
    older.map(({ tenantId, id }) => ({ tenantId, id, reason: 'superseded' })),
    now,
  );
  await announce(
    tx,
    older.map((change) => ({ change, state: 'failed', reason: 'superseded' })),
    now,
  );
}

/** Higher than anything this device was sent, confirmed or told: it takes nothing older. */
function nextVersion({ device, confirmed }: Plan): number {
  const known = [
    confirmed.version,
    confirmed.issuedVersion,
    confirmed.reportedVersion ?? 0,
    device.settingsVersion,
  ];
  return Math.min(Math.max(...known) + 1, Number.MAX_SAFE_INTEGER);
}

function changeOf(plan: Plan, { actor, now, batch }: Beginning): ChangeRow {
  const { device, confirmed, wanted, differences, blocked, settings, hash } = plan;
  const row = {
    tenantId: device.tenantId,
    id: newId(now.getTime()),
    deviceId: device.deviceId,
    siteId: device.siteId,
    deviceCode: device.code,
    deviceNumber: device.number,
    deviceType: device.type,
    path: null,
    wanted,
    differences,
    userId: actor.session.userId,
    userName: actor.session.name,
    startedAt: now,
    batchId: batch?.id ?? null,
    attempt: batch?.attemptOf(device.deviceId) ?? 1,
    retriedAt: null,
  };
  if (blocked === null) {
    const deadlineAt = new Date(now.getTime() + (batch ? queueMs : limits.settingsAnswerMs));
    const sent = { version: nextVersion(plan), settings, hash, sentAt: batch ? null : now };
    return { ...row, ...sent, state: 'pending', reason: null, deadlineAt, endedAt: null };
  }
  const nothing = { version: confirmed.version, settings: null, hash: null, sentAt: null };
  const ended = { ...row, ...nothing, deadlineAt: now, endedAt: now };
  return blocked === 'unchanged'
    ? { ...ended, state: 'applied', reason: null }
    : { ...ended, state: 'failed', reason: blocked };
}

export const markRetried = (tx: Tx, tenantId: string, ids: readonly string[], now: Date) =>
  update(tx, tenantScope(tenantId), settingsChanges, (change) => inArray(change.id, [...ids]), {
    retriedAt: now,
  });
