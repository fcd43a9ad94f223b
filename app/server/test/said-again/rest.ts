import { cardsContract as cards } from '#features/loyalty/cards/contract.ts';
import { exchangeStage } from '#features/loyalty/exchange/test/stage.ts';
import { rewardsContract as rewards } from '#features/loyalty/rewards/contract.ts';
import { identitiesContract as identities } from '#features/people/identities/contract.ts';
import { twinsOf } from '#features/people/identities/test/twins.ts';
import { membersContract as members } from '#features/people/members/contract.ts';
import { refreshDue } from '#features/people/members/server/refresh-members.ts';
import { firstSite } from '#features/people/members/test/hall.ts';
import { packagesContract as packages } from '#features/selling/packages/contract.ts';
import { sharingContract as sharing } from '#features/selling/sharing/contract.ts';
import type { Recipes, Scene, Wish } from './scene.ts';

/** As the merchant's owner says it: whatever takes a request id answers the same to it. */
const byOwner = async (scene: Scene, input: Record<string, unknown>): Promise<Wish> => ({
  token: await scene.staff('merchant'),
  input,
  again: 'same',
});

/** Calls with a request id that no other test makes. */
export const restOfWishes: Recipes = {
  async 'ads.sendScreens'(scene) {
    const { id } = await scene.arcade.machine();
    return byOwner(scene, { equipmentIds: [id] });
  },
  async 'cards.removeCardPackages'(scene) {
    const owner = await scene.arcade.staff();
    const { id: typeId } = await owner.call(cards.saveCardType, {
      ...{ name: 'said again', priceFen: 1000, days: 30, dailyPlays: 1, onSale: true, siteIds: [firstSite] },
    });
    const { id } = await owner.call(cards.saveCardPackage, {
      ...{ typeId, name: 'with coins', priceFen: 2000, coins: 10 },
    });
    return byOwner(scene, { ids: [id] });
  },
  async 'exchange.readCounterMember'(scene) {
    const stage = exchangeStage(scene.arcade.server, await scene.arcade.staff());
    const { client } = await stage.member(10);
    return byOwner(scene, { code: await stage.memberCode(client), fieldId: firstSite });
  },
  async 'firmware.withdrawImage'(scene) {
    const [image] = await scene.arcade.server.services.db.raw<{ id: string }[]>`
      select id from firmware_image where withdrawn_at is null limit 1`;
    return { token: await scene.staff('admin'), input: { id: image!.id }, again: 'same' };
  },
  async 'identities.callOffMemberJoin'(scene) {
    const { server } = scene.arcade;
    const owner = await scene.arcade.staff();
    const { wechat, alipay } = await twinsOf(() => server).bothProven();
    for (const playerId of [wechat, alipay]) await scene.hall.topUp(playerId, 10_000);
    await server.services.db.transaction((tx) => refreshDue(tx, server.clock.now()));
    const pair = { playerId: wechat, otherId: alipay };
    const { seen } = await owner.call(identities.previewMemberJoin, pair);
    const { id } = await owner.call(identities.joinMembers, { ...pair, seen, reason: 'the same person' });
    return byOwner(scene, { id });
  },
  async 'packages.removePointsPackages'(scene) {
    const { id } = await (await scene.arcade.staff()).call(packages.createPointsPackage, {
      ...{ fieldId: firstSite, name: 'said again', priceFen: 1000, points: 10 },
    });
    return byOwner(scene, { ids: [id] });
  },
  async 'packages.removeDevicePackages'(scene) {
    const machine = await scene.arcade.machine({ type: 'exchange' });
    const { id } = await (await scene.arcade.staff()).call(packages.createDevicePackage, {
      ...{ equipmentId: machine.id, kind: 'coins', name: 'said again', priceFen: 1000, coins: 10 },
    });
    return byOwner(scene, { ids: [id] });
  },
  'packages.sendPointsPackages': (scene) => byOwner(scene, { fieldId: firstSite }),
  async 'points.saveLevelRate'(scene) {
    const { records } = await (await scene.arcade.staff()).call(members.listLevels, {});
    return byOwner(scene, { levelId: records[0]!.id, percent: 90 });
  },
  async 'rewards.removeRecycleGifts'(scene) {
    const { records } = await (await scene.arcade.staff()).call(rewards.listRecycleGifts, {});
    return byOwner(scene, { ids: [records[0]!.id] });
  },
  async 'rewards.removeRecyclePaths'(scene) {
    const { records } = await (await scene.arcade.staff()).call(rewards.listRecyclePaths, {});
    return byOwner(scene, { ids: [records[0]!.id] });
  },
  async 'sharing.registerReceiver'(scene) {
    const { id } = await (await scene.arcade.staff()).call(sharing.saveReceiver, {
      ...{ kind: 'partner', name: 'said again', way: 'wechat', wechatType: 'MERCHANT_ID' },
      ...{ wechatAccount: '1900123456', wechatName: 'a company' },
    });
    return byOwner(scene, { id });
  },
};
