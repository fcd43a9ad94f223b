import type { Platform } from '#kit/contract/screen.ts';
import { playerClient } from '#kit/player/client.ts';
import type { PlayerLogin } from '#kit/player/player-keeper.ts';
import { askAddress } from '#kit/player/who-plays.ts';
import { tabStorage } from '#kit/ui/device-storage.ts';
import { inMiniProgram, nativePages, openNative } from '#kit/ui/mini-program.ts';
import { playersContract } from '../contract.ts';

/** Only this tab knows it: a way back that somebody else made up has no such thing. */
const nonceKey = 'coinyard.loginNonce';

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
}

/** Leaves for the platform's page that asks who it is. */
export async function askApp(platform: Platform, target: string): Promise<void> {
  if (inMiniProgram()) return askMiniProgram(target);
  const nonce = newNonce();
  tabStorage.setItem(nonceKey, nonce);
  const url = `${location.origin}${askAddress(target)}&provider=${platform}`;
  const { authorizeUrl } = await playerClient.call(playersContract.findAppId, { url, platform, nonce });
  if (authorizeUrl) location.replace(authorizeUrl);
}

/** Only native code may ask there: it starts again, and comes back with a code. */
function askMiniProgram(target: string): void {
  const { WeixinJSBridge } = window as { WeixinJSBridge?: { invoke(name: string, params: object): void } };
  WeixinJSBridge?.invoke('invokeMiniProgramAPI', openNative('reLaunch', nativePages.start, { to: target }));
}

/** What the native page got of `wx.login`. Elsewhere nobody believes it: a link with a stranger's code logs nobody in. */
export const appletCodeOf = (query: URLSearchParams): string | undefined =>
  inMiniProgram() ? (query.get('applet_code') ?? undefined) : undefined;

export const logInByApplet = (code: string): Promise<PlayerLogin> =>
  playerClient.call(playersContract.logInByMiniProgram, { code });

/** What somebody brought back from there. */
export interface WayBack {
  platform: Platform;
  code: string;
  state: string;
}

export function wayBackOf(query: URLSearchParams): WayBack | undefined {
  const state = query.get('state');
  if (!state) return undefined;
  const authCode = query.get('auth_code');
  const code = query.get('code');
  if (authCode) return { platform: 'alipay', code: authCode, state };
  return code ? { platform: 'wechat', code, state } : undefined;
}

/** Exchanges the code; the server looks whether this tab began it. */
export function logInBy({ platform, code, state }: WayBack): Promise<PlayerLogin> {
  const nonce = tabStorage.getItem(nonceKey) ?? newNonce();
  tabStorage.removeItem(nonceKey);
  return platform === 'wechat'
    ? playerClient.call(playersContract.logInByWechat, { code, state, nonce })
    : playerClient.call(playersContract.logInByAlipay, { auth_code: code, state, nonce });
}
