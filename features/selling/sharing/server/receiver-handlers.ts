import { agentsAbove, findTenant, franchisees, tenantNames } from '#features/base/accounts/server/public.ts';
import { isProductOpen, requireProduct } from '#features/money/onboarding/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { refusingTaken } from '#kit/server/change.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { fingerprint, maskDigits, sealText } from '#kit/server/sealed.ts';
import { insert, update } from '#kit/server/tables.ts';
import type { receiversContract } from '../contract/receivers.ts';
import { sharingChanged } from '../contract/shared.ts';
import { shareReceivers } from '../tables.ts';
import { wholeMerchant } from './reach.ts';
import { lockReceiver, owedTo, pageReceivers, presentReceivers } from './receiver-queries.ts';
import { printPurpose, wechatPurpose } from './receiver-secrets.ts';
import { registerAtWechat } from './register-at-wechat.ts';
import { findReceivers, type ReceiverRow } from './share-queries.ts';

export const listReceivers: Handler<typeof receiversContract.listReceivers> = (context, input) =>
  pageReceivers(context.db.read, wholeMerchant(context), input, businessDay(context.clock.now()));

export const readReceiver: Handler<typeof receiversContract.readReceiver> = async (context, { id }) => {
  const scope = wholeMerchant(context);
  const found = (await findReceivers(context.db.read, scope, [id])).get(id);
  if (!found || found.removedAt) throw missing();
  const [record] = await presentReceivers(context.db.read, scope, [found], businessDay(context.clock.now()));
  return record!;
};

async function agentsOf(reader: Reader, tenantId: string): Promise<{ id: string; name: string }[]> {
  const tenant = await findTenant(reader, tenantId);
  const ids = await agentsAbove(reader, tenant?.agentId ?? null);
  const names = await tenantNames(reader, ids);
  return ids.map((id) => ({ id, name: names.get(id) ?? id }));
}

export const listCandidates: Handler<typeof receiversContract.listCandidates> = async (context) => {
  const { tenantId } = wholeMerchant(context);
  const [people, agents] = await Promise.all([
    franchisees(context.db.read, tenantId),
    agentsOf(context.db.read, tenantId),
  ]);
  return {
    franchisees: people.filter(({ removed }) => !removed).map(({ id, name }) => ({ id, name })),
    agents,
    wechat: await isProductOpen(context.db.read, context.services, tenantId, 'sharing'),
  };
};

type SaveInput = ParsedInputOf<typeof receiversContract.saveReceiver>;

/** Whose wallet it is follows from the kind, and never changes afterwards: past shares went there. */
async function ownerOf(tx: Tx, tenantId: string, input: SaveInput, old: ReceiverRow | undefined) {
  if (old) {
    if (old.kind !== input.kind) throw invalidField('kind', 'sharing:error.kindFixed');
    return { userId: old.userId, agentId: old.agentId };
  }
  if (input.kind === 'franchisee') {
    const people = await franchisees(tx, tenantId);
    if (!people.some(({ id, removed }) => id === input.userId && !removed))
      throw invalidField('userId', 'sharing:error.chooseFranchisee');
    return { userId: input.userId as string, agentId: null };
  }
  if (input.kind === 'agent') {
    if (!(await agentsOf(tx, tenantId)).some(({ id }) => id === input.agentId))
      throw invalidField('agentId', 'sharing:error.chooseAgent');
    return { userId: null, agentId: input.agentId as string };
  }
  return { userId: null, agentId: null };
}

async function checkWay(context: StaffContext, input: SaveInput): Promise<void> {
  const walletKind = input.kind === 'franchisee' || input.kind === 'agent';
  if (input.way === (walletKind ? 'account' : 'wallet')) throw invalidField('way', 'sharing:error.wayOfKind');
  if (input.way !== 'wechat') return;
  if (!context.services.channels.wechat) throw invalidField('way', 'sharing:error.noWechat');
  await requireProduct(context.db.read, context.services, context.session.tenantId, 'sharing');
}

/** An account that is left out while editing stays; one that is new has to be registered at WeChat. */
function wechatColumns(context: StaffContext, input: SaveInput, id: string, old: ReceiverRow | undefined) {
  if (input.way !== 'wechat') return { wechatState: old?.wechatState ?? ('none' as const) };
  const { secrets } = context.services;
  const keeps =
    old?.wechatAccount && input.wechatAccount === undefined && old.wechatType === input.wechatType;
  if (!input.wechatType) throw invalidField('wechatType', 'kit:validation.required');
  if (keeps && input.wechatName === undefined) return {};
  if (!keeps && !input.wechatAccount) throw invalidField('wechatAccount', 'kit:validation.required');
  if (input.wechatType === 'MERCHANT_ID' && !input.wechatName && !old?.wechatName)
    throw invalidField('wechatName', 'sharing:error.merchantName');
  return {
    wechatType: input.wechatType,
    ...(input.wechatAccount
      ? {
          wechatAccount: sealText(secrets, input.wechatAccount, wechatPurpose(id, 'account')),
          wechatMask: maskDigits(input.wechatAccount, 3, 4),
          wechatPrint: fingerprint(
            secrets,
            `${input.wechatType} ${input.wechatAccount}`,
            printPurpose(context.session.tenantId),
          ),
        }
      : {}),
    ...(input.wechatName
      ? { wechatName: sealText(secrets, input.wechatName, wechatPurpose(id, 'name')) }
      : {}),
    wechatState: 'waiting' as const,
    wechatReason: '',
  };
}

const key = 'sharing:error.receiverKnown';
const knownAs = {
  share_receiver_user: { field: 'userId', key },
  share_receiver_agent: { field: 'agentId', key },
  share_receiver_wechat: { field: 'wechatAccount', key },
};

const logged = (row: ReceiverRow) => ({
  ...pick(row, 'kind', 'name', 'phone', 'way', 'userId', 'agentId', 'wechatType'),
  wechatAccount: row.wechatMask,
  remark: row.remark,
});

/** In the caller’s transaction; WeChat is told afterwards, see `registerAtWechat`. */
export async function writeReceiver(
  tx: Tx,
  context: StaffContext,
  scope: Scope & { kind: 'tenant' },
  input: SaveInput,
) {
  const old = input.id ? await lockReceiver(tx, scope, input.id) : undefined;
  if (input.id && !old) throw missing();
  await checkWay(context, input);
  const id = old?.id ?? newId();
  const values = {
    ...(await ownerOf(tx, scope.tenantId, input, old)),
    kind: input.kind,
    name: input.name,
    phone: input.phone ?? '',
    way: input.way,
    remark: input.remark ?? '',
    ...wechatColumns(context, input, id, old),
  };
  const [row] = await refusingTaken(knownAs, values, () =>
    old
      ? update(tx, scope, shareReceivers, { id }, values)
      : insert(tx, scope, shareReceivers, { id, createdAt: context.clock.now(), ...values }),
  );
  await audit(tx, context, {
    ...(old ? { action: 'sharing.updateReceiver' } : { action: 'sharing.createReceiver' }),
    entity: 'shareReceiver',
    entityId: id,
    label: input.name,
    before: old && logged(old),
    after: logged(row!),
  });
  await emit(tx, tenantTopic(scope.tenantId), sharingChanged);
  return id;
}

export const saveReceiver: Handler<typeof receiversContract.saveReceiver> = async (context, input) => {
  const scope = wholeMerchant(context);
  const id = await context.db.transaction((tx) => writeReceiver(tx, context, scope, input));
  // WeChat is told after the commit; a job asks again where it did not answer
  await registerAtWechat(context.services, scope.tenantId, id);
  return { id };
};

export const registerReceiver: Handler<typeof receiversContract.registerReceiver> = async (
  context,
  { id },
) => {
  const scope = wholeMerchant(context);
  await context.db.transaction(async (tx) => {
    const receiver = await lockReceiver(tx, scope, id);
    if (receiver?.way !== 'wechat') throw missing();
    if (receiver.wechatState === 'refused')
      await update(tx, scope, shareReceivers, { id }, { wechatState: 'waiting' });
  });
  return { state: await registerAtWechat(context.services, scope.tenantId, id) };
};

/** Hidden only when nothing is open with them: a rule that names them, money due, kept or owed. */
export const removeReceivers: Handler<typeof receiversContract.removeReceivers> = async (context, input) => {
  const scope = wholeMerchant(context);
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    for (const id of [...new Set(input.ids)].sort()) {
      const receiver = await lockReceiver(tx, scope, id);
      if (!receiver) throw missing();
      const [record] = await presentReceivers(tx, scope, [receiver], businessDay(now));
      if (record!.siteCount > 0) throw invalid('sharing:error.stillInRule', { name: receiver.name });
      const open = (record!.balanceFen ?? 0) + record!.debtFen + (await owedTo(tx, scope, id));
      if (open > 0) throw invalid('sharing:error.stillOpen', { name: receiver.name });
      await update(tx, scope, shareReceivers, { id }, { removedAt: now });
      await audit(tx, context, {
        action: 'sharing.removeReceiver',
        entity: 'shareReceiver',
        entityId: id,
        label: receiver.name,
        before: logged(receiver),
      });
    }
    await emit(tx, tenantTopic(scope.tenantId), sharingChanged);
  });
  return {};
};
