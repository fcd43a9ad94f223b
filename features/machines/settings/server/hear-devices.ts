import { type DeviceRef, sendToDevice } from '#features/machines/devices/server/public.ts';
import { limits } from '#kit/protocol/limits.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { readReport } from '../rules/document-rules.ts';
import { announce, announceDrift } from './announce.ts';
import {
  type ChangeOutline,
  type ChangeRow,
  type Failure,
  lockAnswerable,
  markApplied,
  markFailed,
} from './change-queries.ts';
import {
  type Confirmed,
  lockConfirmed,
  noteAsked,
  notePresetDue,
  noteReported,
  selectRunning,
} from './confirmed-queries.ts';
import { givePresets } from './give-presets.ts';
import { judgeWord, type Verdict, type Word } from './judge-word.ts';
import { keepPrices } from './keep-prices.ts';
import { transmit } from './send-changes.ts';
import { tellConfirmed } from './tell-confirmed.ts';

/** Takes in what devices said, in the order they said it, and asks those that run with something unknown. */
export async function hearDevices(services: Services, words: readonly Word[]): Promise<void> {
  const news = await withoutTheUsual(services, words);
  if (news.length === 0) return;
  const now = services.clock.now();
  const { asked, given } = await services.db.transaction((tx) => takeIn(tx, services, news));
  // not waited for: the answer is a word too, and comes after this lot
  for (const device of asked) void askForReport(services, device, now);
  void transmit(services, given);
}

/** Nearly always a device runs with what it confirmed: to see that takes no lock. */
async function withoutTheUsual(services: Services, words: readonly Word[]): Promise<Word[]> {
  const telling = words.filter(({ said }) => said === 'runs').map(({ device }) => device);
  const known = await selectRunning(services.db.read, telling);
  return words.filter((word) => {
    const confirmed = known.get(word.device.deviceId);
    const usual =
      confirmed?.hash === word.hash && confirmed.version === word.version && confirmed.reportedHash === null;
    return !(word.said === 'runs' && usual && !confirmed?.presetDue);
  });
}

/** What a lot of words comes to, in the order in which it must be written. */
interface Findings {
  applied: ChangeOutline[];
  failed: { change: ChangeOutline; failure: Failure }[];
  /** by device, the last that was said */
  notes: Map<string, { word: Word; drifted: boolean; confirmed: Confirmed }>;
  asked: DeviceRef[];
  /** presets begun with, to be sent after commit */
  given: ChangeRow[];
}

async function takeIn(tx: Tx, services: Services, words: readonly Word[]): Promise<Findings> {
  const now = services.clock.now();
  const devices = [...new Map(words.map(({ device }) => [device.deviceId, device])).values()];
  const confirmedOf = await lockConfirmed(tx, devices);
  const versions = words.map(({ version }) => version);
  const changesOf = Map.groupBy(await lockAnswerable(tx, devices, versions), ({ deviceId }) => deviceId);
  const findings: Findings = { applied: [], failed: [], notes: new Map(), asked: [], given: [] };
  for (const word of words) {
    const confirmed = confirmedOf.get(word.device.deviceId) as Confirmed;
    const changes = changesOf.get(word.device.deviceId) ?? [];
    note(findings, word, confirmed, judgeWord(word, { confirmed, changes }, now), now);
  }
  await write(tx, findings, now);
  await tellConfirmed(tx, services, findings.applied);
  // what a machine refuses it would refuse again: people see it, and the preset’s page shows the difference
  const refusing = findings.failed.flatMap(({ change }) => confirmedKey(devices, change.deviceId));
  await notePresetDue(tx, refusing, null);
  await keepPrices(tx, refusing);
  const newcomers = [...findings.notes.values()].filter(({ confirmed }) => confirmed.presetDue !== null);
  findings.given = await givePresets(tx, services, newcomers);
  return findings;
}

const confirmedKey = (devices: readonly DeviceRef[], deviceId: string) =>
  devices.filter((device) => device.deviceId === deviceId);

/** Keeps the verdict, and what the next word of the same device must know of it. */
function note(findings: Findings, word: Word, confirmed: Confirmed, verdict: Verdict, now: Date): void {
  const { deviceId } = word.device;
  switch (verdict.kind) {
    case 'applied': {
      const { change } = verdict;
      findings.applied.push(change);
      findings.notes.delete(deviceId);
      Object.assign(change, { state: 'applied' });
      Object.assign(confirmed, {
        version: change.version,
        hash: change.hash,
        reportedHash: null,
        presetDue: null,
      });
      return;
    }
    case 'failed': {
      const { change, reason, path } = verdict;
      findings.failed.push({ change, failure: { tenantId: change.tenantId, id: change.id, reason, path } });
      Object.assign(change, { state: 'failed', reason });
      return;
    }
    case 'agrees':
    case 'drifted':
      findings.notes.set(deviceId, { word, drifted: verdict.kind === 'drifted', confirmed });
      return;
    case 'ask':
      findings.asked.push(word.device);
      Object.assign(confirmed, { reportAskedAt: now });
  }
}

async function write(tx: Tx, { applied, failed, notes, asked }: Findings, now: Date): Promise<void> {
  await markApplied(tx, applied, now);
  await markFailed(
    tx,
    failed.map(({ failure }) => failure),
    now,
  );
  await announce(
    tx,
    [
      ...applied.map((change) => ({ change, state: 'applied' as const })),
      ...failed.map(({ change, failure }) => ({ change, state: 'failed' as const, reason: failure.reason })),
    ],
    now,
  );
  for (const { word, drifted, confirmed } of notes.values()) {
    const settings = word.said === 'report' && drifted ? readReport(word.device.type, word.settings) : null;
    await noteReported(tx, word, settings);
    const isNews = (settings ? word.hash : null) !== confirmed.reportedHash;
    if (isNews) await announceDrift(tx, word, settings ? 'drifted' : 'agreed', now);
  }
  await noteAsked(tx, asked, now);
}

async function askForReport(services: Services, device: DeviceRef, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + limits.settingsAnswerMs).toISOString();
  try {
    await sendToDevice(services, device.code, 'settings', { version: 0, expiresAt });
  } catch (error) {
    services.log.warn({ err: error, code: device.code }, 'settings report not asked for');
  }
}
