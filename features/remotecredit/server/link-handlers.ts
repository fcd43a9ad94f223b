import { createHmac } from 'node:crypto';
import { tenantName } from '#features/accounts/server/public.ts';
import {
  type DeviceView,
  findDevice,
  listDevices,
  requireReachable,
} from '#features/devices/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { newId, newSecret } from '#kit/kernel/ids.ts';
import { hourMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { LinkPageState, remotecreditContract } from '../contract.ts';
import {
  type CreditRow,
  deviceFields,
  namesOfSites,
  sayFor,
  selectCredits,
  typeName,
} from './credit-queries.ts';
import { deviceColumnsOf, giveCoins, requireCreditable } from './give-coins.ts';
import { lockAllowance, spendAllowance } from './limits.ts';
import {
  findLink,
  insertLink,
  type LinkRow,
  linkStateOf,
  pageLinks,
  takeLink,
  voidLink,
} from './link-queries.ts';

/** Keyed, so that a copy of the table opens nothing and can not be searched for. */
const hashOf = (secrets: Secrets, token: string): string =>
  createHmac('sha256', secrets.tokenSecret).update(`coinyard remote credit ${token}`).digest('base64url');

export const createLink: Handler<typeof remotecreditContract.createLink> = async (context, input) => {
  const { session, services } = context;
  const now = context.clock.now();
  const id = newId(now.getTime());
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + input.validHours * hourMs);
  const siteId = await context.db.transaction(async (tx) => {
    const device = await findDevice(tx, session.scope, input.equipmentId);
    requireCreditable(device);
    if (!device.controlled) requireReachable(device);
    await lockAllowance(tx, session);
    const day = await spendAllowance(tx, session, input.coins, now);
    await insertLink(tx, session.scope, {
      id,
      createdAt: now,
      ...deviceColumnsOf(device),
      userId: session.userId,
      userName: session.name,
      day,
      note: input.remark ?? '',
      coins: input.coins,
      tokenHash: hashOf(services.secrets, token),
      expiresAt,
    });
    await audit(tx, context, {
      action: 'remotecredit.createLink',
      entity: 'remoteCreditLink',
      entityId: id,
      label: device.name ?? device.code,
      after: { coins: input.coins, expiresAt, remark: input.remark },
    });
    await emit(tx, tenantTopic(session.tenantId), 'remoteCredit.links', {});
    return device.siteId;
  });
  // The site tells the player's side which shop the page belongs to, so that a closed one is said to be closed.
  return { id, token, path: `/ycsf?token=${token}&fieldId=${siteId}`, expiresAt: expiresAt.toISOString() };
};

export const listLinks: Handler<typeof remotecreditContract.listLinks> = async (context, input) => {
  const { scope } = context.session;
  const now = context.clock.now();
  const page = await pageLinks(context.db.read, scope, input, now);
  const [sites, credits] = await Promise.all([
    namesOfSites(context.db.read, scope, page.records),
    selectCredits(
      context.db.read,
      scope,
      page.records.flatMap(({ creditId }) => (creditId ? [creditId] : [])),
    ),
  ]);
  const creditOf = new Map(credits.map((credit) => [credit.id, credit]));
  const present = (row: LinkRow) => {
    const credit = row.creditId ? creditOf.get(row.creditId) : undefined;
    return {
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      ...deviceFields(row, sites, sayFor(context)),
      userName: row.userName,
      coins: row.coins,
      remark: row.note,
      expiresAt: row.expiresAt.toISOString(),
      usedAt: row.usedAt?.toISOString() ?? null,
      state: linkStateOf(row, now),
      creditState: credit?.state ?? null,
      counted: credit?.counted ?? null,
    };
  };
  return { ...page, records: page.records.map(present) };
};

export const revokeLink: Handler<typeof remotecreditContract.revokeLink> = async (context, { id }) => {
  await context.db.transaction(async (tx) => {
    const row = await voidLink(tx, context.session.scope, id, context.clock.now());
    if (!row) throw missing();
    await audit(tx, context, {
      action: 'remotecredit.revokeLink',
      entity: 'remoteCreditLink',
      entityId: id,
      label: row.name ?? row.code,
      before: { coins: row.coins, remark: row.note },
    });
    await emit(tx, tenantTopic(row.tenantId), 'remoteCredit.links', {});
  });
  return {};
};

/** A used link shows how its credit goes; a link whose use added nothing is open again. */
function pageStateOf(link: LinkRow, credit: CreditRow | undefined, now: Date): LinkPageState {
  const state = linkStateOf(link, now);
  if (state !== 'used') return state;
  if (credit?.state === 'pending') return 'pending';
  // A jam without a count leaves open how many coins went in.
  return credit?.state === 'done' || credit?.counted ? 'done' : 'unknown';
}

export const readLink: Handler<typeof remotecreditContract.readLink> = async (context, { token }) => {
  const reader = context.db.read;
  const link = await findLink(reader, hashOf(context.services.secrets, token));
  if (!link) throw missing('kit:error.linkExpired');
  const scope = tenantScope(link.tenantId);
  const [merchantName, devices, credits] = await Promise.all([
    tenantName(reader, link.tenantId),
    listDevices(reader, scope, { ids: [link.deviceId] }),
    selectCredits(reader, scope, link.creditId ? [link.creditId] : []),
  ]);
  const device: DeviceView | undefined = devices[0];
  const shown = device ?? link;
  const credit = credits[0];
  const sites = await namesOfSites(reader, scope, [shown]);
  const state = pageStateOf(link, credit, context.clock.now());
  return {
    state,
    merchantName: merchantName ?? '',
    fieldName: sites.get(shown.siteId) ?? '',
    equipmentNo: shown.number,
    equipmentName: shown.name,
    typeName: typeName(sayFor(context), shown.type),
    coins: link.coins,
    counted: link.usedAt ? (credit?.counted ?? null) : null,
    expiresAt: link.expiresAt.toISOString(),
    online: device?.online ?? false,
    lastFailed: state === 'open' && credit !== undefined,
  };
};

/** Why a link can not be used any more; a link that was used says so to whoever comes second. */
function refusalOf(link: LinkRow, now: Date) {
  const state = linkStateOf(link, now);
  return invalid(
    state === 'revoked'
      ? 'remotecredit:error.linkRevoked'
      : state === 'expired'
        ? 'kit:error.linkExpired'
        : 'remotecredit:error.linkUsed',
  );
}

export const useLink: Handler<typeof remotecreditContract.useLink> = async (context, { token }) => {
  const { services } = context;
  const now = context.clock.now();
  const tokenHash = hashOf(services.secrets, token);
  await context.db.transaction(async (tx) => {
    const link = await findLink(tx, tokenHash);
    if (!link) throw missing('kit:error.linkExpired');
    const creditId = newId(now.getTime());
    if (!(await takeLink(tx, link, creditId, now)))
      throw refusalOf((await findLink(tx, tokenHash)) ?? link, now);
    const [device] = await listDevices(tx, tenantScope(link.tenantId), { ids: [link.deviceId] });
    if (!device) throw invalid('remotecredit:error.machineGone');
    if (!device.online) throw invalid('remotecredit:error.machineOffline');
    await giveCoins(tx, services, {
      id: creditId,
      device,
      coins: link.coins,
      user: { id: link.userId, name: link.userName },
      day: link.day,
      note: link.note,
      at: now,
      linkId: link.id,
    });
    await emit(tx, tenantTopic(link.tenantId), 'remoteCredit.links', {});
  });
  return {};
};
