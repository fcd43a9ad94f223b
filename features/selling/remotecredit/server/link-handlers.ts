import { tenantName } from '#features/base/accounts/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import {
  type DeviceView,
  findDevice,
  listDevices,
  requireReachable,
} from '#features/machines/devices/server/public.ts';
import { keepPromise, settleWorth } from '#features/money/allowance/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { newId, newSecret } from '#kit/kernel/ids.ts';
import { hourMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { keyedHash } from '#kit/server/keyed-code.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { linksChanged, type remotecreditContract } from '../contract.ts';
import { linkStateOf, pageStateOf } from '../rules/credit-rules.ts';
import { selectCredit } from './credit-queries.ts';
import { toLinkRecord, typeName } from './credit-records.ts';
import { deviceColumnsOf, giveCoins, requireCreditable } from './give-coins.ts';
import { findLink, insertLink, type LinkRow, pageLinks, takeLink, voidLink } from './link-queries.ts';
import { spendAllowance } from './spend-allowance.ts';

type Contract = Pick<
  typeof remotecreditContract,
  'createLink' | 'listLinks' | 'revokeLink' | 'readLink' | 'useLink'
>;

/** Keyed, so that a copy of the table opens nothing and can not be searched for. */
const hashOf = (secrets: Secrets, token: string): string =>
  keyedHash(secrets.tokenSecret, `coinyard remote credit ${token}`);

/** Why a link can not be used any more; a link that was used says so to the second visitor. */
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

export const linkHandlers: Handlers<Contract> = {
  async createLink(context, input) {
    const { session, services } = context;
    const now = context.clock.now();
    const id = newId(now.getTime());
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + input.validHours * hourMs);
    const siteId = await context.db.transaction(async (tx) => {
      const device = await findDevice(tx, session.scope, input.equipmentId);
      requireCreditable(device);
      if (!device.controlled) requireReachable(device);
      const wish = { subjectId: id, coins: input.coins, lapsesAt: expiresAt };
      const day = await spendAllowance(tx, context, { door: 'link', ...wish });
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
        siteId: device.siteId,
        label: device.name ?? device.code,
        after: { coins: input.coins, expiresAt, remark: input.remark },
      });
      await emit(tx, siteTopic(session.tenantId, device.siteId), linksChanged);
      return device.siteId;
    });
    // The site tells the player's side which shop the page belongs to, so that a closed one is said to be closed.
    return { id, token, path: `/ycsf?token=${token}&fieldId=${siteId}`, expiresAt };
  },

  async listLinks(context, input) {
    const now = context.clock.now();
    const page = await pageLinks(context.db.read, context.session.scope, input, now);
    return mapPage(page, (row) => toLinkRecord(row, now, sayFor(context)));
  },

  async revokeLink(context, { id }) {
    await context.db.transaction(async (tx) => {
      const row = await voidLink(tx, context.session.scope, id, context.clock.now());
      if (!row) throw missing();
      await settleWorth(tx, row.tenantId, { door: 'link', subjectId: id }, 0);
      await audit(tx, context, {
        action: 'remotecredit.revokeLink',
        entity: 'remoteCreditLink',
        entityId: id,
        siteId: row.siteId,
        label: row.name ?? row.code,
        before: { coins: row.coins, remark: row.note },
      });
      await emit(tx, siteTopic(row.tenantId, row.siteId), linksChanged);
    });
  },

  async readLink(context, { token }) {
    const reader = context.db.read;
    const link = await findLink(reader, hashOf(context.services.secrets, token));
    if (!link) throw missing('kit:error.linkExpired');
    const scope = tenantScope(link.tenantId);
    const [merchantName, devices, credit] = await Promise.all([
      tenantName(reader, link.tenantId),
      listDevices(reader, scope, { ids: [link.deviceId] }),
      selectCredit(reader, scope, link.creditId),
    ]);
    const device: DeviceView | undefined = devices[0];
    const shown = device ?? link;
    const sites = await siteNames(reader, scope, [shown.siteId]);
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
      expiresAt: link.expiresAt,
      online: device?.online ?? false,
      lastFailed: state === 'open' && credit !== undefined,
    };
  },

  async useLink(context, { token }) {
    const { services } = context;
    const now = context.clock.now();
    const tokenHash = hashOf(services.secrets, token);
    await context.db.transaction(async (tx) => {
      const link = await findLink(tx, tokenHash);
      if (!link) throw missing('kit:error.linkExpired');
      const creditId = newId(now.getTime());
      if (!(await takeLink(tx, link, creditId, now)))
        throw refusalOf((await findLink(tx, tokenHash)) ?? link, now);
      await keepPromise(tx, link.tenantId, { door: 'link', subjectId: link.id }, null);
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
      await emit(tx, siteTopic(link.tenantId, link.siteId), linksChanged);
    });
  },
};
