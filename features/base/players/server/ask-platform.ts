import { invalid, unavailable } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';
import type { Alipay } from '#providers/alipay/client.ts';
import { ChannelRefused, ChannelUnavailable } from '#providers/pay-channel.ts';
import { type Wechat, WechatRefused, WechatUnavailable } from '#providers/wechat/client.ts';
import type { AppPlatform } from '../contract.ts';
import type { PlatformIdentity } from './player-queries.ts';

/** What the two platforms have in common for somebody who logs in. */
export interface LoginPlatform {
  appId: string;
  authorizeUrl(redirectUri: string, state: string): string;
  /** Works once for each code. */
  exchange(code: string): Promise<{ openId: string; accessToken: string; unionId?: string }>;
  profile(
    accessToken: string,
    openId: string,
  ): Promise<{ name: string; avatarUrl?: string; unionId?: string }>;
}

const wechatLogin = (wechat: Wechat): LoginPlatform => ({
  appId: wechat.appId,
  authorizeUrl: (redirectUri, state) => wechat.authorizeUrl(redirectUri, 'snsapi_userinfo', state),
  exchange: (code) => wechat.exchangeCode(code),
  profile: (accessToken, openId) => wechat.profile(accessToken, openId),
});

const alipayLogin = (alipay: Alipay): LoginPlatform => ({
  appId: alipay.appId,
  authorizeUrl: (redirectUri, state) => alipay.authorizeUrl(redirectUri, 'auth_user', state),
  exchange: (code) => alipay.exchangeCode(code),
  profile: (accessToken) => alipay.profile(accessToken),
});

export function platformOf(
  { wechat, channels }: Pick<Services, 'wechat' | 'channels'>,
  platform: AppPlatform,
): LoginPlatform {
  if (platform === 'wechat' && wechat) return wechatLogin(wechat);
  if (platform === 'alipay' && channels.alipay) return alipayLogin(channels.alipay);
  throw unavailable('players:error.notConfigured');
}

function refusalOf(error: unknown): unknown {
  // WeChat shows pages to people who have not opened them for good; it names nobody real then
  if (error instanceof WechatRefused && error.code === 'snapshot') return invalid('players:error.snapshot');
  if (error instanceof WechatRefused || error instanceof ChannelRefused)
    return invalid('players:error.codeRefused');
  if (error instanceof WechatUnavailable || error instanceof ChannelUnavailable)
    return unavailable('players:error.platformDown');
  return error;
}

/** Who a code stands for. Name and picture are a courtesy: the code is used up, so without them the player is let in all the same. */
export async function whoIs(
  services: Services,
  platform: AppPlatform,
  code: string,
): Promise<PlatformIdentity> {
  const asked = platformOf(services, platform);
  const { openId, accessToken, unionId } = await asked.exchange(code).catch((error: unknown) => {
    throw refusalOf(error);
  });
  const profile = await asked.profile(accessToken, openId).catch((error: unknown) => {
    if (refusalOf(error) === error) throw error;
    services.log.info({ err: error, platform }, 'a player came without name and picture');
    return undefined;
  });
  return {
    platform,
    appId: asked.appId,
    openId,
    unionId: unionId ?? profile?.unionId,
    name: profile?.name,
    photo: profile?.avatarUrl,
  };
}

export async function whoIsInMiniProgram({ wechat }: Services, code: string): Promise<PlatformIdentity> {
  if (!wechat?.miniProgram) throw unavailable('players:error.notConfigured');
  const { appId, exchangeCode } = wechat.miniProgram;
  const { openId, unionId } = await exchangeCode(code).catch((error: unknown) => {
    throw refusalOf(error);
  });
  return { platform: 'wechat', appId, openId, unionId };
}
