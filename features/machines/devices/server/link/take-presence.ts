import type { UpMessage } from '#kit/protocol/messages.ts';
import { type Facts, type LinkState, markLink } from './link-state.ts';
import { takeFaults } from './take-faults.ts';

/** A connection begins: whatever was known of an older one is over. */
export function takeHello(state: LinkState, hello: UpMessage<'hello'>, at: Date, facts: Facts): void {
  if (!state.online || state.session !== hello.session) state.changedAt = at;
  if (!state.online) come(state, at, 'hello', facts, { firmware: hello.firmware, boot: hello.boot });
  state.session = hello.session;
  state.model = hello.model;
  state.hardware = hello.hardware ?? null;
  state.firmware = hello.firmware;
  state.app = hello.app ?? null;
  state.boot = hello.boot;
  state.contentVersion = hello.contentVersion;
  state.busy = false;
  takeReport(state, hello);
  markLink(state);
  takeFaults(state, hello.faults, at, facts);
}

/**
 * A heartbeat proves that its connection is open. One of a connection we do not know counts when it was written after
 * the last change we know of: its hello was lost with a server, or the device was claimed while it was connected. One
 * that was overtaken by a newer hello or by its own last will changes nothing.
 */
export function takeHeartbeat(
  state: LinkState,
  heartbeat: UpMessage<'heartbeat'>,
  at: Date,
  facts: Facts,
): void {
  const known = state.session === heartbeat.session;
  if (!known && state.changedAt && new Date(heartbeat.at) <= state.changedAt) return;
  if (!state.online || !known || state.busy !== heartbeat.busy) markLink(state);
  if (!state.online || !known) state.changedAt = at;
  if (!state.online) come(state, at, 'heartbeat', facts, {});
  state.session = heartbeat.session;
  state.busy = heartbeat.busy;
  takeReport(state, heartbeat);
}

/** A last will, or a leave taken in order; that of an older connection than the one open is void. */
export function takeLeave(state: LinkState, leave: UpMessage<'offline'>, at: Date, facts: Facts): void {
  if (!state.online || state.session !== leave.session) return;
  goAway(state, at, leave.reason, facts);
  // a heartbeat that arrives after this was sent before it
  state.session = null;
}

/** Silent devices keep their session: should the same connection speak again, it was only the network. */
export function goAway(state: LinkState, at: Date, reason: string, facts: Facts): void {
  state.online = false;
  state.busy = false;
  state.changedAt = at;
  markLink(state);
  facts.presence.push({ ...state.device, online: false, at, reason });
  facts.log.push({ device: state.device, at, kind: 'offline', data: { reason } });
}

function come(state: LinkState, at: Date, reason: string, facts: Facts, data: Record<string, unknown>): void {
  state.online = true;
  facts.presence.push({ ...state.device, online: true, at, reason });
  facts.log.push({ device: state.device, at, kind: 'online', data });
}

/** Radio wavers all the time; only what would show as another bar or so is news. */
const visibleDb = 6;

function takeReport(state: LinkState, report: UpMessage<'hello'> | UpMessage<'heartbeat'>): void {
  const { settingsVersion, settingsHash } = report;
  const { kind, dbm = null } = report.signal;
  const waver = Math.abs((dbm ?? 0) - (state.signalDbm ?? 0));
  if (state.signalKind !== kind || waver > 0) state.changed.link = true;
  if (
    state.signalKind !== kind ||
    waver >= visibleDb ||
    state.settingsVersion !== settingsVersion ||
    state.settingsHash !== settingsHash
  )
    markLink(state);
  Object.assign(state, { signalKind: kind, signalDbm: dbm, settingsVersion, settingsHash });
}
