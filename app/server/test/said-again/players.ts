import sharp from 'sharp';
import { exchangeContract as exchange } from '#features/loyalty/exchange/contract.ts';
import { exchangeStage, siteId } from '#features/loyalty/exchange/test/stage.ts';
import { conversationsContract as conversations } from '#features/people/conversations/contract.ts';
import { identitiesContract as identities } from '#features/people/identities/contract.ts';
import { twinsOf } from '#features/people/identities/test/twins.ts';
import { playerAppContract as program } from '#features/people/playerapp/contract.ts';
import { ownerCode, phoneKnownForDays } from '#features/people/playerapp/test/leaving.ts';
import { ordersContract as orders } from '#features/selling/orders/contract.ts';
import { automaticSite } from '#features/selling/orders/test/arcade.ts';
import { playContract } from '#features/selling/play/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Recipes, Scene } from './scene.ts';

const payPassword = '135790';
/** A try counts as wrong until it is looked at. */
const guess = ['player_pay_password'];
const clientOf = ({ arcade }: Scene, token: string) => arcade.server.withToken(token);

const photo = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c84' } })
    .jpeg()
    .toBuffer();

/** A player with a payment password. */
async function careful(scene: Scene) {
  const guest = await scene.guest();
  await phoneKnownForDays(scene.arcade.server, guest.id);
  await clientOf(scene, guest.token).call(program.setPayPassword, { password: payPassword });
  return guest;
}

/** A play that waits to be paid at WeChat. */
async function unpaid(scene: Scene) {
  const machine = await scene.arcade.machine();
  const { token } = await scene.guest();
  const { orderNumber } = await clientOf(scene, token).call(orders.payForDevice, {
    ...{ equipmentId: machine.code, number: 1, payWay: 'wechat', requestId: newId() },
  });
  return { token, orderNumber };
}

/** Somebody has the machine, and somebody else wants it. */
async function taken(scene: Scene) {
  const machine = await scene.arcade.machine();
  const first = await scene.guest();
  await clientOf(scene, first.token).call(orders.payForDevice, {
    ...{ equipmentId: machine.code, payWay: 'wechat', requestId: newId() },
  });
  return { machine, other: await scene.guest() };
}

async function charged(scene: Scene) {
  const { server } = scene.arcade;
  const { id, token } = await scene.guest();
  await scene.hall.topUp(id, 9000);
  const stage = exchangeStage(server, await scene.arcade.staff());
  const code = await stage.memberCode(clientOf(scene, token));
  const charge = await (await scene.arcade.staff()).call(program.chargeMember, {
    ...{ code, fieldId: automaticSite, amountFen: 6000, reason: 'water' },
  });
  return { token, id: charge.id };
}

/** What the counter asks a member for: points, and ¥10 of the balance. */
async function askedAtCounter(scene: Scene) {
  const { server } = scene.arcade;
  const stage = exchangeStage(server, await scene.arcade.staff());
  const good = await stage.good(9, { pricePoints: 1, priceFen: 1000 });
  const { playerId, client } = await stage.member(100);
  await scene.hall.topUp(playerId, 1500);
  const code = await stage.memberCode(client);
  const { id } = await (await scene.arcade.staff()).call(exchange.askExchange, {
    ...{ code, fieldId: siteId },
    lines: [{ variantId: good.variantId, pieces: 1 }],
  });
  return { token: await scene.player(playerId), id };
}

const ownCodeFor = async (
  scene: Scene,
  guest: { id: string; token: string },
  purpose: 'ownData' | 'leaving',
) => {
  const { server } = scene.arcade;
  await phoneKnownForDays(server, guest.id);
  return ownerCode(server, clientOf(scene, guest.token), purpose);
};

export const playerWishes: Recipes = {
  async 'orders.cancelOrder'(scene) {
    const { token, orderNumber } = await unpaid(scene);
    return { token, input: { orderNumber }, again: 'same' };
  },
  async 'orders.continuePayment'(scene) {
    const { token, orderNumber } = await unpaid(scene);
    return { token, input: { orderNumber }, again: 'same' };
  },
  async 'play.takeTurn'(scene) {
    const { machine, other } = await taken(scene);
    // who says it again still waits, from now on
    return {
      token: other.token,
      input: { equipmentId: machine.code },
      again: 'same',
      writes: ['machine_wait'],
    };
  },
  async 'play.leaveTurn'(scene) {
    const { machine, other } = await taken(scene);
    const input = { equipmentId: machine.code };
    await clientOf(scene, other.token).call(playContract.takeTurn, input);
    // pages of those who wait are told once more
    return { token: other.token, input, again: 'same', writes: ['outbox'] };
  },
  async 'exchange.confirmExchange'(scene) {
    const { token, id } = await askedAtCounter(scene);
    return { token, input: { id }, again: 'same' };
  },
  async 'playerapp.confirmCharge'(scene) {
    const { token, id } = await charged(scene);
    return { token, input: { id }, again: 'same' };
  },

  'playerapp.setPayPassword': async (scene) => ({
    token: (await scene.guest()).token,
    input: { password: payPassword },
    again: 'same',
    writes: guess,
  }),
  'playerapp.confirmPayment': async (scene) => ({
    token: (await careful(scene)).token,
    input: { password: payPassword, wishId: newId() },
    again: 'same',
    writes: guess,
  }),
  'playerapp.savePayPasswordLimits': async (scene) => ({
    token: (await careful(scene)).token,
    input: { password: payPassword, freeFen: 100, freeCoins: 1 },
    again: 'same',
    writes: guess,
  }),
  'playerapp.removePayPassword': async (scene) => ({
    token: (await careful(scene)).token,
    input: { password: payPassword },
    again: 'refused',
  }),
  'playerapp.sendPayPasswordCode': async (scene) => ({
    token: (await careful(scene)).token,
    again: 'refused',
  }),
  async 'playerapp.resetPayPassword'(scene) {
    const { phone, token } = await careful(scene);
    await clientOf(scene, token).call(program.sendPayPasswordCode, {});
    return { token, input: { code: await scene.codeOn(phone), password: '246801' }, again: 'refused' };
  },

  async 'playerapp.sendNewPhoneCode'(scene) {
    return { token: (await scene.guest()).token, input: { phone: scene.newPhone() }, again: 'refused' };
  },
  async 'playerapp.changePhone'(scene) {
    const { token } = await scene.guest();
    const phone = scene.newPhone();
    await clientOf(scene, token).call(program.sendNewPhoneCode, { phone });
    return { token, input: { phone, code: await scene.codeOn(phone) }, again: 'refused' };
  },
  async 'playerapp.uploadOwnPhoto'(scene) {
    const file = await photo();
    return { token: (await scene.guest()).token, file, again: 'done', writes: ['player', 'player_photo'] };
  },
  'conversations.writePicture': async (scene) => ({
    token: (await scene.guest()).token,
    input: { fieldId: automaticSite, requestId: newId() },
    file: await photo(),
    again: 'same',
  }),
  async 'conversations.sendPicture'(scene) {
    const { token } = await scene.guest();
    const asked = { fieldId: automaticSite, text: 'said again' };
    const { conversationId } = await clientOf(scene, token).call(conversations.writeMessage, asked);
    return {
      token: await scene.staff('merchant'),
      input: { conversationId, requestId: newId() },
      file: await photo(),
      again: 'same',
    };
  },
  'playerapp.saveOwnCard': async (scene) => ({
    token: (await scene.guest()).token,
    input: { holderName: '林小雨', number: '6222020000000007' },
    again: 'same',
    writes: ['player_bank_card'],
  }),
  'playerapp.saveIdentity': async (scene) => ({
    token: (await scene.guest()).token,
    input: { name: '林小雨', number: '11010519491231002X' },
    again: 'same',
    writes: ['player_identity'],
  }),
  async 'playerapp.lookAtPapers'(scene) {
    const { token, id } = await scene.guest();
    await scene.hall.topUp(id, 100);
    const client = clientOf(scene, token);
    await client.call(program.saveOwnCard, { holderName: '林小雨', number: '6222020000000007' });
    scene.arcade.server.clock.forward(minuteMs);
    const { code } = (await client.call(program.readMemberCodes, {})).codes[0]!;
    return {
      token: await scene.staff('merchant'),
      input: { code, reason: 'refund' },
      again: 'done',
      writes: ['audit_entry'],
    };
  },

  async 'playerapp.sendOwnerCode'(scene) {
    const { id, token } = await scene.guest();
    await phoneKnownForDays(scene.arcade.server, id);
    return { token, input: { purpose: 'ownData' }, again: 'refused' };
  },
  async 'playerapp.exportSelf'(scene) {
    const guest = await scene.guest();
    return {
      token: guest.token,
      input: { code: await ownCodeFor(scene, guest, 'ownData') },
      again: 'refused',
    };
  },
  async 'playerapp.deleteSelf'(scene) {
    const guest = await scene.guest();
    return {
      token: guest.token,
      input: { code: await ownCodeFor(scene, guest, 'leaving') },
      again: 'refused',
    };
  },

  async 'identities.joinOwn'(scene) {
    const { wechat, alipay } = await twinsOf(() => scene.arcade.server).bothProven();
    const token = await scene.player(wechat);
    const { seen } = await clientOf(scene, token).call(identities.previewOwnJoin, { playerId: alipay });
    // the two are one: there is nobody left to join
    return { token, input: { playerId: alipay, seen }, again: 'refused' };
  },
  async 'identities.splitOwn'(scene) {
    const people = twinsOf(() => scene.arcade.server);
    const pair = await people.bothProven();
    const id = await people.join(pair);
    const token = await scene.player(pair.wechat);
    const { seen } = await clientOf(scene, token).call(identities.previewOwnSplit, { id });
    return { token, input: { id, seen }, again: 'refused' };
  },
};
