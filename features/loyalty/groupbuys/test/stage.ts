import {
  findPlayer,
  findPlayersByPhone,
  issuePlayerToken,
  rememberPlayer,
} from '#features/base/players/server/public.ts';
import { playerAccount, prove, readBalances } from '#features/money/ledger/server/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { automaticSite, tenantId } from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { platformScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { dealDemoMounts } from '#providers/deal-platform.ts';
import type { DealSimulator } from '#providers/deal-simulator.ts';
import type { Platform } from '../contract/kinds.ts';
import { groupBuysContract as calls } from '../contract.ts';
import { workDue } from '../server/worker.ts';
import { groupBuyVerifications } from '../tables.ts';

export { automaticSite, tenantId };

type Worth = Omit<InputOf<typeof calls.mapDeal>, 'id'>;

/** Follows the platform's own page, as the merchant does who agrees there. */
async function agree(server: TestServer, simulator: DealSimulator, address: string): Promise<void> {
  const mount = dealDemoMounts[simulator.name];
  const url = new URL(address, 'http://demo');
  const asked = {
    mount,
    path: url.pathname.slice(mount.length),
    params: Object.fromEntries(url.searchParams),
  };
  const page = await simulator.page({ ...asked, method: 'GET' });
  const html = page && 'html' in page ? page.html : '';
  const choice = /name="choice" value="([^"]+)"/.exec(html)?.[1];
  if (!choice) throw new Error(`nothing to choose on the page of ${simulator.name}`);
  const answer = await simulator.page({
    ...asked,
    method: 'POST',
    params: { ...asked.params, choice },
  });
  if (answer && 'location' in answer) {
    const back = new URL(answer.location);
    await server.app.inject({ method: 'GET', url: back.pathname + back.search });
  }
}

let phones = 0;

/** A merchant with stores at both platforms, one of each bound to a site, and deals that codes are sold of. */
export async function openGroupBuys(server: TestServer, merchant: Client) {
  const { services } = server;
  const simulatorOf = (platform: Platform): DealSimulator => {
    const simulator = services.demoDeals[platform];
    if (!simulator) throw new Error(`${platform} is not simulated`);
    return simulator;
  };

  async function authorise(platform: Platform): Promise<void> {
    const simulator = simulatorOf(platform);
    const reaches = services.deals[platform]!.reaches;
    for (const reach of new Set([reaches.stores, reaches.codes])) {
      const { url } = await merchant.call(calls.beginAuthorisation, { platform, reach });
      await agree(server, simulator, url);
    }
  }

  const storesOf = async (platform: Platform) =>
    (await merchant.call(calls.listStores, { platform, size: 50 })).records;

  async function bind(platform: Platform, fieldId = automaticSite): Promise<string> {
    const store = (await storesOf(platform)).find(({ authorised }) => authorised);
    if (!store) throw new Error(`no store of ${platform} is authorised`);
    await merchant.call(calls.bindStore, { id: store.id, fieldId });
    return store.id;
  }

  await authorise('douyin');
  await authorise('meituan');
  const stores = { douyin: await bind('douyin'), meituan: await bind('meituan') };

  return {
    merchant,
    stores,
    siteId: automaticSite,
    storesOf,
    authorise,
    control: (platform: Platform) => simulatorOf(platform).control,
    accountId: (platform: Platform) => simulatorOf(platform).accountId,
    /** a deal of its own that gives so much */
    async deal(platform: Platform, worth: Worth | null, more: { uses?: number; priceFen?: number } = {}) {
      const made = simulatorOf(platform).control.addDeal({
        title: `deal ${platform} ${Math.random().toString(36).slice(2, 8)}`,
        priceFen: 1990,
        originalFen: 3000,
        ...more,
      });
      await merchant.call(calls.refreshDeals, { platform });
      const { records } = await merchant.call(calls.listDeals, { platform, title: made.title });
      const id = records[0]!.id;
      if (worth) await merchant.call(calls.mapDeal, { id, ...worth });
      return { ...made, id };
    },
    sell(platform: Platform, dealId: string): string {
      return simulatorOf(platform).control.sell(dealId)[0]!.code;
    },
    /** a phone that nobody has */
    phone: () => `17788${String(++phones).padStart(6, '0')}`,
    prepare: (platform: Platform, code: string, client: Client = merchant) =>
      client.call(calls.prepareCode, { storeId: stores[platform], code }),
    /** looked up and verified at the counter, for the person who has the number */
    async verify(platform: Platform, code: string, phone: string, more: { uses?: number } = {}) {
      const prepared = await this.prepare(platform, code);
      return merchant.call(calls.verifyCode, { id: prepared.id, phone, ...more });
    },
    async playerOf(phone: string) {
      const [player] = await findPlayersByPhone(services.db.read, phone);
      if (!player) throw new Error(`nobody has ${phone}`);
      return player;
    },
    async held(phone: string, unit: 'coin' | 'point' = 'coin') {
      const { id } = await this.playerOf(phone);
      const purse = playerAccount(tenantId, id, automaticSite, unit);
      return (await readBalances(services.db.read, [purse]))[0]?.balance ?? 0;
    },
    /** somebody with a phone in the hand */
    async guest() {
      phones += 1;
      const openId = `group buyer ${phones}`;
      const player = await services.db.transaction((tx) =>
        rememberPlayer(tx, { platform: 'wechat', appId: 'groupbuys', openId, name: openId }),
      );
      const known = await findPlayer(services.db.read, player.id);
      return { playerId: player.id, client: server.withToken(await issuePlayerToken(services, known!)) };
    },
    record: (id: string) => merchant.call(calls.readVerification, { id }),
    order: (id: string) => merchant.call(ordersContract.readOrder, { id }),
    rows: (where: object) => find(services.db.read, platformScope, groupBuyVerifications, where),
    /** the worker has looked at everything that is due, now and after some time */
    async later(ms: number) {
      server.clock.forward(ms);
      await workDue(services);
    },
    work: () => workDue(services),
    /** what `prove` says is wrong */
    wrong: async () => {
      const { checks } = await prove(services.db, server.clock.now(), services.booksChecks);
      return checks
        .filter(({ holds }) => !holds)
        .map(({ name, examples }) => `${name}: ${examples.join('; ')}`);
    },
  };
}
export type GroupBuys = Awaited<ReturnType<typeof openGroupBuys>>;
