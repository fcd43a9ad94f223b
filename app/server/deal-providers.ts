import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from '#kit/kernel/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { dealDemoMounts, dealPaths } from '#providers/deal-platform.ts';
import type { DealSimulator } from '#providers/deal-simulator.ts';
import { demoDealAccounts, demoDeals, demoDouyinStores, demoMeituanStores } from '#providers/demo-deals.ts';
import { createDouyin } from '#providers/douyin/client.ts';
import { authorisePath as douyinPage, startDouyinSimulator } from '#providers/douyin/simulator.ts';
import { createMeituan } from '#providers/meituan/client.ts';
import { authorisePath as meituanPage, startMeituanSimulator } from '#providers/meituan/simulator.ts';
import type { ProviderParts } from './provider-parts.ts';
import { createSharedTokens } from './shared-tokens.ts';

type DealProviders = Pick<Services, 'deals' | 'demoDeals'> & { stop(): Promise<void> };

/** inside DATA_DIR, beside the simulated payment platforms: a restart of the demo loses no code that was sold */
const folderName = 'simulated-pay';

/** Douyin and Meituan: the real clients, against the real platforms or, in a demo, against their simulators. */
export async function startDealProviders(parts: ProviderParts): Promise<DealProviders> {
  const { config, demo, clock } = parts;
  const { douyin: realDouyin, meituan: realMeituan } = config.deals;
  const douyinDemo = demo && !realDouyin ? await demoDouyin(parts) : undefined;
  const meituanDemo = demo && !realMeituan ? await demoMeituan(parts) : undefined;
  const tokens = createSharedTokens(parts);
  return {
    deals: {
      douyin: realDouyin ? createDouyin({ ...realDouyin, clock, tokens }) : douyinDemo?.client,
      meituan: realMeituan ? createMeituan({ ...realMeituan, clock }) : meituanDemo?.client,
    },
    demoDeals: { douyin: douyinDemo?.simulator, meituan: meituanDemo?.simulator },
    async stop() {
      await Promise.all([douyinDemo?.simulator.stop(), meituanDemo?.simulator.stop()]);
    },
  };
}

async function fileOf({ config, pay }: ProviderParts, name: string): Promise<string> {
  const folder = pay?.folder ?? join(config.dataDir, folderName);
  await mkdir(folder, { recursive: true });
  return join(folder, `${name}.jsonl`);
}
const publicBase = ({ config, address }: ProviderParts) => config.publicUrl ?? address();

function putOnSale(simulator: DealSimulator): void {
  if (simulator.control.deals().length > 0) return;
  for (const deal of demoDeals) simulator.control.addDeal(deal);
}

async function demoDouyin(parts: ProviderParts) {
  const app = { clientKey: 'demo', clientSecret: newSecret() };
  const simulator = await startDouyinSimulator({
    ...app,
    ...demoDealAccounts.douyin,
    stores: demoDouyinStores,
    clock: parts.clock,
    // the simulator lives in this process, whatever people call it
    noticeUrl: () => `${parts.address()}${dealPaths.douyinNotice}`,
    deliver: parts.pay?.deliver ?? fetch,
    stateFile: await fileOf(parts, 'douyin'),
  });
  putOnSale(simulator);
  const client = createDouyin({
    ...app,
    clock: parts.clock,
    baseUrl: simulator.url,
    simulatorOrigin: simulator.url,
    get authoriseUrl() {
      return `${publicBase(parts)}${dealDemoMounts.douyin}${douyinPage}`;
    },
  });
  return { client, simulator };
}

async function demoMeituan(parts: ProviderParts) {
  const app = { developerId: '100001', signKey: newSecret() };
  const simulator = await startMeituanSimulator({
    ...app,
    ...demoDealAccounts.meituan,
    stores: demoMeituanStores,
    clock: parts.clock,
    returnUrl: () => `${publicBase(parts)}${dealPaths.meituanReturn}`,
    stateFile: await fileOf(parts, 'meituan'),
  });
  putOnSale(simulator);
  const client = createMeituan({
    ...app,
    clock: parts.clock,
    baseUrl: simulator.url,
    get authoriseUrl() {
      return `${publicBase(parts)}${dealDemoMounts.meituan}${meituanPage}`;
    },
  });
  return { client, simulator };
}
