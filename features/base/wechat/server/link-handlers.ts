import { accountOf, ownedSince, staffMember, tenantName } from '#features/base/accounts/server/public.ts';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { forbidden, invalid, missing, unavailable } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Context, Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { isOwnAddress } from '#kit/server/http/own-address.ts';
import { emit, userTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { type Wechat, WechatRefused, WechatUnavailable } from '#providers/wechat/client.ts';
import { linkPath, type wechatContract, wechatLinkChanged } from '../contract.ts';
import { findLinked, findRequest, type RequestRow, storeLinked, takeRequest } from './link-queries.ts';
import { hashOf, isLinkState, linkState, sealOpenId } from './link-secrets.ts';

const ended = () => missing('wechat:error.linkEnded');

/**
 * The account that made a link, while that still is the same person's. Somebody logged in here as another person does
 * not use it: the link was meant for another phone.
 */
async function ownerOf({ session }: Context, reader: Reader, request: RequestRow) {
  const { tenantId, userId } = request;
  if (session?.kind === 'staff' && session.userId !== userId) throw forbidden('wechat:error.otherAccount');
  const [member, account, since] = await Promise.all([
    staffMember(reader, tenantId, userId),
    accountOf(reader, tenantScope(tenantId), userId),
    ownedSince(reader, { tenantId, userId }),
  ]);
  if (!member || !account || !since || since > request.createdAt) throw ended();
  return account;
}

async function openRequest(context: Context, reader: Reader, token: string): Promise<RequestRow> {
  const request = await findRequest(reader, hashOf(context.services.secrets, 'link', token));
  if (!request || request.usedAt || request.expiresAt <= context.clock.now()) throw ended();
  return request;
}

function wechatOf({ services }: Context): Wechat {
  if (!services.wechat) throw unavailable('wechat:error.notConfigured');
  return services.wechat;
}

async function openIdOf(wechat: Wechat, code: string): Promise<string> {
  try {
    return (await wechat.exchangeCode(code)).openId;
  } catch (error) {
    if (error instanceof WechatRefused)
      throw invalid(error.code === 'snapshot' ? 'wechat:error.snapshot' : 'wechat:error.refused');
    if (error instanceof WechatUnavailable) throw unavailable('wechat:error.unavailable');
    throw error;
  }
}

type Owner = Awaited<ReturnType<typeof ownerOf>>;

/** Uses the link up, and with it writes down whose WeChat it is, in the account's log and inbox too. */
async function link(
  context: Context,
  request: RequestRow,
  owner: Owner,
  { openId, codeHash, appId }: { openId: string; codeHash: string; appId: string },
): Promise<void> {
  const { services, clock, address } = context;
  const { id: userId, tenantId, account, name } = owner;
  const at = clock.now();
  await context.db.transaction(async (tx) => {
    if (!(await takeRequest(tx, request, { codeHash, at }))) throw ended();
    const before = await findLinked(tx, request, 'update');
    await storeLinked(tx, request, { appId, openId: sealOpenId(services.secrets, userId, openId), at });
    const actor = { session: { userId, tenantId, account, name }, address };
    await audit(tx, actor, {
      action: 'wechat.link',
      entity: 'user',
      entityId: userId,
      label: name,
      before: before && { linkedAt: before.linkedAt },
      after: { linkedAt: at },
    });
    await sendSystemMessage(tx, services.texts, {
      audience: { kind: 'user', userId, label: name },
      titleKey: 'wechat:message.title',
      bodyKey: 'wechat:message.body',
      link: '/account',
    });
    await emit(tx, userTopic(userId), wechatLinkChanged, {});
  });
}

export const linkHandlers: Handlers<Pick<typeof wechatContract, 'readLink' | 'askWechat' | 'finishLink'>> = {
  async readLink(context, { token }) {
    const { read } = context.db;
    const request = await openRequest(context, read, token);
    const { name } = await ownerOf(context, read, request);
    return {
      name,
      tenantName: (await tenantName(read, request.tenantId)) ?? '',
      expiresAt: request.expiresAt,
    };
  },

  async askWechat(context, { token, nonce, url }) {
    const page = new URL(url);
    if (!isOwnAddress(context, page) || page.pathname !== linkPath) throw invalid('wechat:error.foreignPage');
    const { read } = context.db;
    await ownerOf(context, read, await openRequest(context, read, token));
    const state = linkState(context.services.secrets, { token, nonce });
    // who it is, is all that is asked for: neither name nor picture
    return { url: wechatOf(context).authorizeUrl(page.origin + linkPath, 'snsapi_base', state) };
  },

  async finishLink(context, { token, nonce, state, code }) {
    const { secrets } = context.services;
    if (!isLinkState(secrets, { token, nonce }, state)) throw invalid('wechat:error.notBegunHere');
    const { read } = context.db;
    const codeHash = hashOf(secrets, 'code', code);
    const request = await findRequest(read, hashOf(secrets, 'link', token));
    if (!request) throw ended();
    const owner = await ownerOf(context, read, request);
    // the answer was lost, and the page asks again
    if (request.usedAt && request.codeHash === codeHash) return { name: owner.name };
    if (request.usedAt || request.expiresAt <= context.clock.now()) throw ended();
    const wechat = wechatOf(context);
    const openId = await openIdOf(wechat, code);
    await link(context, request, owner, { openId, codeHash, appId: wechat.appId });
    return { name: owner.name };
  },
};
