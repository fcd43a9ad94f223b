import { limits } from '#kit/protocol/limits.ts';
import type { DeviceEventMessage, UpMessage } from '#kit/protocol/messages.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { Facts, LinkState } from './link-state.ts';
import { takeFaults } from './take-faults.ts';

/** No machine counts so far in its life; a total beyond it is rubbish and is not counted. */
const maxTotal = 1e12;

/**
 * More than a machine can do: so much at once, and so much more for every second since its last message. It is counted
 * all the same, for the machine is the only witness, but people are told.
 */
const plausible: Record<'pieces' | 'yuan' | 'fen' | 'loaded', { atOnce: number; perSecond: number }> = {
  pieces: { atOnce: 500, perSecond: 20 },
  yuan: { atOnce: 5000, perSecond: 100 },
  fen: { atOnce: 500_000, perSecond: 10_000 },
  /** staff pour a whole bag into the hopper */
  loaded: { atOnce: 60_000, perSecond: 1000 },
};

function unitOf(counter: string): keyof typeof plausible {
  if (counter.endsWith('Fen')) return 'fen';
  if (counter.endsWith('Yuan')) return 'yuan';
  return counter === 'coinsLoaded' ? 'loaded' : 'pieces';
}

/**
 * Stores a telemetry message in the state, once. Totals are running ones: the highest seen counts, so that what is
 * repeated, late or out of order adds nothing, and nothing is lost when a message is.
 */
export function takeTelemetry(
  state: LinkState,
  message: UpMessage<'telemetry'>,
  receivedAt: Date,
  facts: Facts,
): void {
  const goesOn = message.epoch === state.epoch;
  if (!state.newOwner && (message.epoch < state.epoch || (goesOn && message.seq <= state.seq))) return;
  if (!goesOn) state.counters = {};
  const at = corrected(message.at, state.telemetryAt, receivedAt) ?? receivedAt;
  // A machine that was told begins a new epoch. One that goes on in the old one was counting for nobody.
  const nobodys = state.newOwner && goesOn;
  if (nobodys) leaveOut(state, message, at, facts);
  else if (message.counters) takeCounters(state, message.counters, at, facts);
  const logged = takeEvents(state, nobodys ? [] : (message.events ?? []), at, receivedAt, facts);
  state.newOwner = nobodys && !message.counters;
  if (message.faults) takeFaults(state, message.faults, at, facts, logged);
  takeStock(state, message, at, facts);
  if (!nobodys) takeScreenPlays(state, message, at, facts);
  if (message.freeBytes !== undefined) state.freeBytes = message.freeBytes;
  if (message.dropped) logLine(state, facts, at, 'dropped', { amount: message.dropped });
  state.epoch = message.epoch;
  state.seq = message.seq;
  state.telemetryAt = at;
  state.changed.telemetry = true;
  state.changed.news = true;
}

/**
 * A device may have been offline for days, so an old instant is no proof of a wrong clock; but what it tells now happened
 * after what it told last, and not in the future. Undefined when its clock can not be right.
 */
function corrected(said: string, lastAt: Date | null, receivedAt: Date): Date | undefined {
  const at = new Date(said);
  const earliestMs = Math.min(lastAt?.getTime() ?? receivedAt.getTime(), receivedAt.getTime());
  const wrong =
    at.getTime() < earliestMs - limits.clockToleranceMs ||
    at.getTime() > receivedAt.getTime() + limits.clockToleranceMs;
  return wrong ? undefined : at;
}

/** What was counted and happened while the machine had no owner is only where the new one's counting begins. */
function leaveOut(state: LinkState, { counters }: UpMessage<'telemetry'>, at: Date, facts: Facts): void {
  if (!counters) return;
  for (const counter of definitionOf(state.device.type).counters) {
    const total = counters[counter];
    if (total !== undefined && total <= maxTotal) state.counters[counter] = total;
  }
  logLine(state, facts, at, 'countedUnowned', {});
}

function takeCounters(state: LinkState, totals: Record<string, number>, at: Date, facts: Facts): void {
  const { device } = state;
  const seconds = state.telemetryAt
    ? Math.max(0, at.getTime() - state.telemetryAt.getTime()) / 1000
    : undefined;
  for (const counter of definitionOf(device.type).counters) {
    const reported = totals[counter];
    if (reported === undefined) continue;
    const before = state.counters[counter] ?? 0;
    const amount = reported - before;
    const odd = oddityOf(counter, reported, amount, seconds);
    if (odd) {
      facts.oddities.push({ ...device, counter, kind: odd, before, reported, at });
      logLine(state, facts, at, 'counterOdd', { counter, kind: odd, before, reported });
    }
    if (amount <= 0 || reported > maxTotal) continue;
    state.counters[counter] = reported;
    facts.increments.push({ ...device, counter, amount, at });
  }
}

function oddityOf(
  counter: string,
  reported: number,
  amount: number,
  seconds: number | undefined,
): 'backwards' | 'jump' | undefined {
  if (amount < 0) return 'backwards';
  if (reported > maxTotal) return 'jump';
  // of a machine that has told nothing yet nobody knows what it counted before
  if (seconds === undefined) return undefined;
  const { atOnce, perSecond } = plausible[unitOf(counter)];
  return amount > atOnce + perSecond * seconds ? 'jump' : undefined;
}

function takeEvents(
  state: LinkState,
  events: readonly DeviceEventMessage[],
  messageAt: Date,
  receivedAt: Date,
  facts: Facts,
): Set<string> {
  const { device } = state;
  const faultsLogged = new Set<string>();
  for (const { kind, at: said, ...rest } of events) {
    const at = corrected(said, state.telemetryAt, receivedAt);
    const data: Record<string, unknown> = at ? rest : { ...rest, deviceClock: said };
    facts.log.push({ device, kind, at: at ?? messageAt, data, told: true });
    if (rest.code) faultsLogged.add(`${kind} ${rest.code}`);
  }
  return faultsLogged;
}

function takeStock(state: LinkState, message: UpMessage<'telemetry'>, at: Date, facts: Facts): void {
  const { hoppers, lanes } = message;
  if (!hoppers && !lanes) return;
  if (hoppers) state.hoppers = hoppers;
  if (lanes) state.lanes = lanes;
  facts.stock.push({ ...state.device, ...(hoppers && { hoppers }), ...(lanes && { lanes }), at });
}

function takeScreenPlays(
  { device }: LinkState,
  { played }: UpMessage<'telemetry'>,
  at: Date,
  facts: Facts,
): void {
  for (const { item, hour, thousandths } of played ?? [])
    facts.screenPlays.push({ ...device, item, hourAt: new Date(hour), thousandths, at });
}

function logLine(state: LinkState, facts: Facts, at: Date, kind: string, data: Record<string, unknown>) {
  facts.log.push({ device: state.device, at, kind, data });
}
