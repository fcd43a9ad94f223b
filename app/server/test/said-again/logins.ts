import { eq } from 'drizzle-orm';
import { accountsContract as accounts } from '#features/base/accounts/contract.ts';
import { setupCode } from '#features/base/accounts/server/set-up.ts';
import { users } from '#features/base/accounts/tables.ts';
import { knownCode } from '#features/base/accounts/test/support.ts';
import { playersContract as players } from '#features/base/players/contract.ts';
import { teamContract as team } from '#features/base/team/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { leave, phoneKnownForDays } from '#features/people/playerapp/test/leaving.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { update } from '#kit/server/tables.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { Recipes, Scene } from './scene.ts';

const password = ({ arcade }: Scene) => arcade.server.encrypt(demoPassword);
const hired = async ({ arcade }: Scene) => hireStaff(arcade.server, await arcade.staff(), []);

async function loggedIn(scene: Scene) {
  return scene.staff((await hired(scene)).account);
}

/** Staff whose phone is known. */
async function withPhone(scene: Scene) {
  const { account } = await hired(scene);
  const phone = scene.newPhone();
  await scene.arcade.server.services.db
    .raw`update user_account set phone = ${phone} where account = ${account}`;
  return { account, phone };
}

const openId = (platform: string) => demoPeople.find((person) => person.platform === platform)!.openId;
const wechatCode = ({ arcade }: Scene) =>
  arcade.server.services.demoPay.wechatLogin!.control.issueCode(openId('wechat'));

/** Through Alipay's own page, which is where a code comes from. */
async function alipayCode({ arcade: { server } }: Scene): Promise<string> {
  const nonce = 'a-tab-of-this-browser';
  const url = `${server.services.publicBase()}/middleStation`;
  const nobody = await server.as(undefined);
  const { authorizeUrl } = await nobody.call(players.findAppId, { url, platform: 'alipay', nonce });
  const asked = new URL(authorizeUrl!);
  const agreed = await server.app.inject({
    method: 'POST',
    url: asked.pathname,
    payload: { ...Object.fromEntries(asked.searchParams), person: openId('alipay') },
  });
  return new URL(String(agreed.headers.location)).searchParams.get('auth_code')!;
}

async function loginCode(scene: Scene) {
  const phone = scene.newPhone();
  await (await scene.arcade.server.as(undefined)).call(players.sendLoginCode, { phone });
  return { phone, code: await scene.codeOn(phone) };
}

export const staffLogins: Recipes = {
  'accounts.captcha': async () => ({ again: 'done', writes: ['captcha'] }),
  'accounts.token': async (scene) => ({
    input: { grant_type: 'password', username: (await hired(scene)).account, password: password(scene) },
    again: 'done',
    writes: ['login_failure', 'session', 'user_account'],
  }),
  'accounts.userLogin': async (scene) => ({
    input: { username: (await hired(scene)).account, password: password(scene) },
    again: 'done',
    writes: ['login_failure', 'session', 'user_account'],
  }),
  'accounts.logout': async (scene) => ({ token: await loggedIn(scene), again: 'refused' }),
  'accounts.logoutEverywhere': async (scene) => ({ token: await loggedIn(scene), again: 'refused' }),
  'accounts.validatePassword': async (scene) => ({
    token: await loggedIn(scene),
    input: { password: password(scene) },
    again: 'same',
    // a try counts as wrong until it is looked at
    writes: ['login_failure'],
  }),
  'accounts.sendCode': async (scene) => ({
    input: { phone: scene.newPhone(), type: 'register' },
    again: 'refused',
  }),
  async 'accounts.verifyCode'(scene) {
    const { account, phone } = await withPhone(scene);
    const code = await knownCode(scene.arcade.server, account, 'reset');
    return { input: { phone, code, type: 'reset' }, again: 'same' };
  },
  async 'accounts.resetPassword'(scene) {
    const { account, phone } = await withPhone(scene);
    const code = await knownCode(scene.arcade.server, account, 'reset');
    return {
      input: { phone, code, password: scene.arcade.server.encrypt('Fresh1234') },
      again: 'refused',
    };
  },
  async 'partners.registerMerchant'(scene) {
    const phone = scene.newPhone();
    const nobody = await scene.arcade.server.as(undefined);
    await nobody.call(accounts.sendCode, { phone, type: 'register' });
    return {
      input: { phone, code: await scene.codeOn(phone), password: password(scene), name: 'a shop' },
      again: 'refused',
    };
  },
  async 'team.registerInvited'(scene) {
    const merchant = await scene.arcade.staff();
    const { roleId } = await hired(scene);
    const { token } = await merchant.call(team.createInvitation, { roleId });
    return {
      input: { token, account: 'invited_once', name: 'invited', password: password(scene) },
      again: 'refused',
    };
  },
  /** As if the administrators of the demo were not there yet. */
  async 'accounts.setupAdministrator'({ arcade: { server } }) {
    const { services } = server;
    const administrators = (removedAt: Date | null) =>
      services.db.transaction((tx) =>
        update(tx, platformScope, users, (user) => eq(user.userType, userTypes.platform), { removedAt }),
      );
    await administrators(server.clock.now());
    return {
      input: {
        ...{ setupCode: setupCode(services), account: 'first_of_all', name: 'first' },
        password: server.encrypt('Start1234'),
      },
      again: 'refused',
      undo: () => administrators(null),
    };
  },
};

export const playerLogins: Recipes = {
  'players.logInDemoPlayer': async () => ({ input: { n: 1 }, again: 'done' }),
  'players.renewLogin': async (scene) => ({ token: (await scene.guest()).token, again: 'done' }),
  'players.endLogins': async (scene) => ({ token: (await scene.guest()).token, again: 'refused' }),
  async 'players.takeBackAccount'(scene) {
    const { server } = scene.arcade;
    const { id, token } = await scene.guest();
    await phoneKnownForDays(server, id);
    await leave(server, server.withToken(token));
    return { token: await scene.player(id), again: 'refused' };
  },
  'players.sendLoginCode': async (scene) => ({ input: { phone: scene.newPhone() }, again: 'refused' }),
  'players.logInByPhone': async (scene) => ({
    input: await loginCode(scene),
    again: 'refused',
    writes: ['login_failure'],
  }),
  'players.logInByWechat': async (scene) => ({ input: { code: wechatCode(scene) }, again: 'refused' }),
  'players.logInByWechatOnly': async (scene) => ({ input: { code: wechatCode(scene) }, again: 'refused' }),
  'players.logInByMiniProgram': async ({ arcade }) => ({
    input: { code: arcade.server.services.demoPay.wechatLogin!.control.issueMiniCode(openId('wechat')) },
    again: 'refused',
  }),
  'players.logInByAlipay': async (scene) => ({
    input: { auth_code: await alipayCode(scene) },
    again: 'refused',
  }),
  'players.logInByAlipayOnly': async (scene) => ({
    input: { auth_code: await alipayCode(scene) },
    again: 'refused',
  }),
};
