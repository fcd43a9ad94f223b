import {
  type DeviceFact,
  readCommands,
  type SettledCommand,
} from '#features/machines/devices/server/public.ts';
import { readManyDeviceSettings } from '#features/machines/settings/server/public.ts';
import { findOrders } from '#features/selling/orders/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic, siteTopics } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { dispenseChanged } from '../contract/events.ts';
import { outcomeOfCommand, outcomeOfNote } from '../rules/dispense-rules.ts';
import { findByCommand, insertDispense, oldestPending, updateDispense } from './dispense-queries.ts';
import { coinsPerYuanOf } from './hear-cash.ts';

/** A machine reads a note and pays for it at once; what it tells later belongs to something else. */
export const noteWaitMs = 15 * minuteMs;

/** Coins for a note by the settings of the machine, with what it gives on top. */
export function coinsForNote(settings: SettingsDocument | undefined, yuan: number): number | null {
  const perYuan = coinsPerYuanOf(settings);
  if (perYuan === null) return null;
  const accepted = settings?.notes?.accepted;
  const note = Array.isArray(accepted)
    ? (accepted as { yuan: number; bonusCoins: number }[]).find((entry) => entry.yuan === yuan)
    : undefined;
  return yuan * perYuan + (note?.bonusCoins ?? 0);
}

const dispenseKinds: readonly string[] = ['note', 'dispense', 'fault'];
const amountOf = ({ data }: DeviceFact) => (typeof data.amount === 'number' ? data.amount : 0);

/** What exchange machines tell of notes: a note was taken, then so many coins went out for it. */
export async function hearNotes(tx: Tx, events: readonly DeviceFact[]): Promise<void> {
  const own = events.filter(({ type, kind }) => type === 'exchange' && dispenseKinds.includes(kind));
  if (own.length === 0) return;
  const settings = await readManyDeviceSettings(
    tx,
    platformScope,
    own.filter(({ kind }) => kind === 'note'),
  );
  for (const event of own) {
    if (event.kind === 'note') await takeNote(tx, event, settings.get(event.deviceId));
    else if (event.kind === 'fault') await noteFault(tx, event);
    // what was asked for by command ends with the command's own answer
    else if (!event.data.commandId) await takeGiven(tx, event);
  }
  for (const audience of siteTopics(own)) await emit(tx, audience, dispenseChanged, {});
}

const machineOf = ({ deviceId, siteId, code }: DeviceFact) => ({ deviceId, siteId, code });

async function takeNote(tx: Tx, event: DeviceFact, settings: SettingsDocument | undefined): Promise<void> {
  const yuan = amountOf(event);
  if (yuan <= 0) return;
  await insertDispense(tx, event.tenantId, {
    id: newId(event.at.getTime()),
    createdAt: event.at,
    ...machineOf(event),
    source: 'note',
    paidYuan: yuan,
    asked: coinsForNote(settings, yuan),
    outcome: 'pending',
  });
}

const waiting = (tx: Tx, event: DeviceFact) =>
  oldestPending(tx, event, new Date(event.at.getTime() - noteWaitMs));

/** The fault that stops a dispense comes before what was counted. */
async function noteFault(tx: Tx, event: DeviceFact): Promise<void> {
  const { code } = event.data;
  if (code !== 'hopperJam' && code !== 'hopperEmpty') return;
  const pending = await waiting(tx, event);
  if (pending) await updateDispense(tx, pending, { reason: code });
}

async function takeGiven(tx: Tx, event: DeviceFact): Promise<void> {
  const counted = amountOf(event);
  const pending = await waiting(tx, event);
  if (pending) {
    const outcome = outcomeOfNote(pending.asked, counted, pending.reason);
    await updateDispense(tx, pending, { counted, outcome, settledAt: event.at });
    return;
  }
  // the note's own line was lost: what went out is still told
  await insertDispense(tx, event.tenantId, {
    id: newId(event.at.getTime()),
    createdAt: event.at,
    ...machineOf(event),
    source: 'note',
    counted,
    outcome: outcomeOfNote(null, counted, null),
    settledAt: event.at,
  });
}

/** Runs with the storing of the outcome; one that was unknown may become known later. */
export async function settleDispense(tx: Tx, command: SettledCommand, now: Date): Promise<void> {
  if (command.type !== 'exchange' || command.command !== 'dispense') return;
  const { tenantId, asked, counted, reason } = command;
  const ended = { asked, counted, reason, outcome: outcomeOfCommand(command), settledAt: now };
  const known = await findByCommand(tx, tenantId, command.id);
  if (known) await updateDispense(tx, known, ended);
  else
    await insertDispense(tx, tenantId, {
      id: newId(now.getTime()),
      createdAt: now,
      ...pick(command, 'deviceId', 'siteId', 'code'),
      commandId: command.id,
      subjectKind: command.subjectKind,
      subjectId: command.subjectId,
      ...(await origin(tx, command)),
      ...ended,
    });
  await emit(tx, siteTopic(tenantId, command.siteId), dispenseChanged, {});
}

/** Who paid for it, or which member of staff wanted it. */
async function origin(tx: Tx, { tenantId, id, subjectKind, subjectId }: SettledCommand) {
  const scope = tenantScope(tenantId);
  if (subjectKind === 'order' && subjectId) {
    const [order] = await findOrders(tx, scope, [subjectId]);
    return { source: 'order' as const, payWay: order?.payWay ?? null, userName: order?.userName ?? null };
  }
  const [asked] = await readCommands(tx, scope, [id]);
  return { source: 'staff' as const, userName: asked?.userName ?? null };
}
