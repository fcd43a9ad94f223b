import { plantAdTasks } from './planting/plant-ads.ts';
import { plantCodes, plantExchanges, plantPoints, plantPurchases } from './planting/plant-counter.ts';
import {
  plantGifts,
  plantRedPackets,
  plantRewards,
  plantStock,
  plantVending,
} from './planting/plant-goods.ts';
import { plantGroupBuys } from './planting/plant-groupbuys.ts';
import { plantCash, plantOrders, plantSharing, plantWallets } from './planting/plant-money.ts';
import { hireColleague, newPlayer, plantMembers, plantPeople } from './planting/plant-people.ts';
import { plantCards, plantMachines, plantSite } from './planting/plant-places.ts';
import { plantAlerts, plantContent } from './planting/plant-platform.ts';
import { plantCardTypes, plantPackages } from './planting/plant-sales.ts';
import { plantStorefront } from './planting/plant-storefront.ts';
import { plantTalk } from './planting/plant-talk.ts';
import { type Ground, namesOfCalls, type People, Planter } from './planting/planter.ts';

export interface Planting {
  planter: Planter;
  people: People;
  /** addresses that show what was planted and no list of the demo leads to, with whom they are for */
  pages: { visitor: 'merchant' | 'admin' | 'player'; address: string }[];
}

/**
 * What people of organisations and players write, by every call that takes a text. `leads`: how texts begin, in turn. Others
 * count on the sites, people and machines of the demo: what has a name of its own is new.
 */
export async function plantTexts(ground: Ground, leads: readonly string[]): Promise<Planting> {
  const planter = new Planter(ground, leads, await namesOfCalls());
  const [merchant, admin, agent] = await Promise.all([
    ground.as('merchant'),
    ground.as('admin'),
    ground.as('agent'),
  ]);
  const fieldId = await plantSite(planter, merchant);
  const { staffId, colleague } = await hireColleague(planter, merchant);
  const { player, playerId, login } = await newPlayer(planter, merchant, fieldId);
  const people: People = { merchant, admin, agent, colleague, player, playerId, login };
  const { submissionId, franchiseeId } = await plantPeople(planter, people);
  await plantMembers(planter, people, fieldId);
  const machines = await plantMachines(planter, people, fieldId);
  const { cardId } = await plantCards(planter, people, fieldId, machines);
  await plantGifts(planter, people, machines);
  const goods = await plantStock(planter, people, fieldId);
  await plantVending(planter, people);
  await plantRewards(planter, people, fieldId, goods);
  const { campaignId, packetPath } = await plantRedPackets(planter, people, fieldId);
  await plantPackages(planter, people, fieldId, machines);
  const { typeId } = await plantCardTypes(planter, people, fieldId);
  await plantPoints(planter, people, fieldId);
  await plantExchanges(planter, people, fieldId, goods);
  await plantCodes(planter, people);
  const { orderNumber } = await plantPurchases(planter, people, fieldId, goods, typeId);
  const { refunded } = await plantOrders(planter, people);
  await plantStorefront(planter, people, fieldId);
  await plantAdTasks(planter, people);
  await plantGroupBuys(planter, people);
  await plantCash(planter, people, fieldId, machines);
  await plantSharing(planter, people, fieldId);
  await plantWallets(planter, people);
  const { slug } = await plantContent(planter, people);
  await plantAlerts(planter, people);
  const { conversationId } = await plantTalk(planter, people, fieldId);
  await ground.rare?.(planter, people);

  const at = (path: string, parameters: Record<string, string>) =>
    `${path}?${new URLSearchParams(parameters)}`;
  const staffPages = [
    at('/member_detail', { playerId }),
    at('/seezzh', { id: staffId }),
    at('/managejmsmd', { id: franchiseeId }),
    at('/editaddress', { id: fieldId }),
    at('/card', { id: cardId }),
    `/redPacket/detail/${campaignId}`,
    at('/order_detail', { orderNumber: refunded }),
    at('/order_detail', { orderNumber }),
    at('/edit_equip', { equipmentId: machines.claw }),
    at('/equipmentDescription', { equipmentId: machines.claw }),
    at('/giftset', { equipmentId: machines.claw }),
    at('/channelConfiguration', { equipmentId: machines.vending }),
    at('/currencyAccount', { equipmentId: machines.exchange }),
    at('/introduce', { id: slug.introduction }),
    at('/tutorial', { id: slug.tutorial }),
    at('/productDynamics', { id: slug.news }),
    at('/moreQuestion', { id: slug.question }),
    at('/reply', { conversationId }),
  ];
  const playerPages = [
    ...['/program', '/program/my', '/program/my/modifyMaterials', '/program/my/bankCard'],
    ...[
      '/program/my/idCardInfo',
      '/program/my/records',
      '/program/my/OrdersCenter',
      '/program/home/selectshop',
    ],
    ...['/spend_record', '/playerTransactionRecord', '/my_card', '/subIntegralStore/order'],
    ...['/subIntegralStore/integral', '/subIntegralStore/addAddress', '/program/membershipCode'],
    at('/program/my/OrdersCenter/OrderDetails', { orderNumber }),
    '/program/my/service',
    at('/program/my/service/chat', { conversationId }),
    ...[
      ...['/benefit_card_shop', '/program/goods', '/program/goods/cart', '/subIntegralStore'],
      ...['/program/home/goodsExchange', '/program/home/vip_buynow', '/subIntegralStore/dailyTasks'],
      '/program/my/fansGroup',
    ].map((path) => at(path, { fieldId })),
    at('/buy_card', { fieldId, cardId: typeId }),
    packetPath,
    at('/program/goods/goodsDetails', { fieldId, goodId: goods.soldGoodId }),
    at('/program/home/goodsExchange/goodsDetail', { fieldId, goodId: goods.goodId }),
    at('/subIntegralStore/exchangeGood', { fieldId, goodId: goods.goodId }),
    at('/index', { equipmentId: machines.clawCode }),
    at('/index2', { equipmentId: machines.vendingCode }),
  ];
  return {
    planter,
    people,
    pages: [
      ...staffPages.map((address) => ({ visitor: 'merchant' as const, address })),
      { visitor: 'admin' as const, address: at('/business_audit_detail', { id: submissionId }) },
      ...playerPages.map((address) => ({ visitor: 'player' as const, address })),
    ],
  };
}
