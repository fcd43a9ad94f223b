import { invalid } from '#kit/kernel/errors.ts';
import type { Context, Handler, Handlers } from '#kit/server/context.ts';
import { isOwnAddress } from '#kit/server/http/own-address.ts';
import type { AppPlatform, PlayerLogin, playersContract } from '../contract.ts';
import { platformOf, whoIs, whoIsInMiniProgram } from './ask-platform.ts';
import { assertPlace } from './assert-place.ts';
import { recognise } from './former-players.ts';
import { loginOf } from './login-handlers.ts';
import { isLoginState, loginState } from './login-state.ts';
import { type PlatformIdentity, type PlayerRow, rememberPlayer } from './player-queries.ts';

/** The code comes back to the address that is told here: to nobody else's. */
export const findAppId: Handler<typeof playersContract.findAppId> = async (context, input) => {
  const { services } = context;
  const { platform, nonce } = input;
  const url = new URL(input.url);
  if (!isOwnAddress(context, url)) throw invalid('players:error.foreignPage');
  url.hash = '';
  const asked = platformOf(services, platform);
  return {
    appId: asked.appId,
    authorizeUrl: nonce
      ? asked.authorizeUrl(url.href, loginState(services.secrets, { platform, nonce }, context.clock.now()))
      : null,
  };
};

interface ComingBack {
  equipmentId?: string | undefined;
  field?: string | undefined;
  state?: string | undefined;
  nonce?: string | undefined;
}

/**
 * Our pages always send both; a client of the specification has neither and looks after itself. A forged way back would
 * log somebody in as the forger, who then finds the money in his own account. Looked at before the code is used.
 */
function assertBegunHere(context: Context, platform: AppPlatform, { state, nonce }: ComingBack): void {
  if (state === undefined && nonce === undefined) return;
  const begun = { platform, nonce: nonce ?? '' };
  if (!isLoginState(context.services.secrets, begun, state ?? '', context.clock.now()))
    throw invalid('players:error.notBegunHere');
}

/** A player who deleted the account and comes again is recognised, for what each person may have once. */
const remember = (context: Context, identity: PlatformIdentity): Promise<PlayerRow> =>
  context.db.transaction(async (tx) => {
    const player = await rememberPlayer(tx, identity);
    await recognise(tx, context.services, player, context.clock.now());
    return player;
  });

async function logIn(
  context: Context,
  platform: AppPlatform,
  code: string,
  back: ComingBack,
): Promise<PlayerLogin> {
  assertBegunHere(context, platform, back);
  await assertPlace(context, back);
  const identity = await whoIs(context.services, platform, code);
  const player = await remember(context, identity);
  return loginOf(context.services, player);
}

/** Inside the mini-program WeChat knows people under its own app; it tells no name, so the player may give one. */
export const logInByMiniProgram: Handler<typeof playersContract.logInByMiniProgram> = async (
  context,
  { code, ...place },
) => {
  await assertPlace(context, place);
  const identity = await whoIsInMiniProgram(context.services, code);
  const player = await remember(context, identity);
  return loginOf(context.services, player);
};

export const platformLogins: Handlers<
  Pick<typeof playersContract, 'logInByWechat' | 'logInByWechatOnly' | 'logInByAlipay' | 'logInByAlipayOnly'>
> = {
  logInByWechat: (context, { code, ...rest }) => logIn(context, 'wechat', code, rest),
  logInByWechatOnly: (context, { code, ...rest }) => logIn(context, 'wechat', code, rest),
  logInByAlipay: (context, { auth_code, ...rest }) => logIn(context, 'alipay', auth_code, rest),
  logInByAlipayOnly: (context, { auth_code, fieldId: field, ...rest }) =>
    logIn(context, 'alipay', auth_code, { ...rest, field }),
};
