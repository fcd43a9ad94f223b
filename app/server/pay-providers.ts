import { join } from 'node:path';
import { demoMounts } from '#features/money/payments/contract/demo-paths.ts';
import { type Clock, secondMs } from '#kit/kernel/time.ts';
import type { Services } from '#kit/server/services.ts';
import { type Alipay, createAlipay } from '#providers/alipay/client.ts';
import { pagePaths } from '#providers/alipay/simulated-screens.ts';
import { type AlipaySimulator, startAlipaySimulator } from '#providers/alipay/simulator.ts';
import { demoApps, demoMiniProgram, demoSubMerchants, demoTemplate } from '#providers/demo-people.ts';
import { createWechat, type Wechat } from '#providers/wechat/client.ts';
import { authorizePath, startWechatSimulator, type WechatSimulator } from '#providers/wechat/simulator.ts';
import { createWechatPay, type WechatPay } from '#providers/wechatpay/client.ts';
import { startWechatPaySimulator, type WechatPaySimulator } from '#providers/wechatpay/simulator.ts';
import { type DemoMerchant, loadDemoMerchant } from './demo-merchant.ts';
import type { ProviderParts, SimulatedPay } from './provider-parts.ts';

type PayProviders = Pick<Services, 'channels' | 'wechat' | 'demoPay'> & { stop(): Promise<void> };

/** inside DATA_DIR: what the simulated platforms remember, so that a restart of the demo loses no payment */
const folderName = 'simulated-pay';
/** how long a person of the demo thinks before saying yes to a transfer */
const demoConfirmMs = 15 * secondMs;

interface Provider<Client, Simulator> {
  client: Client | undefined;
  simulator: Simulator | undefined;
}
const absent = { client: undefined, simulator: undefined };

/** What the simulators have in common. */
interface DemoWorld {
  merchant: DemoMerchant;
  folder: string;
  clock: Clock;
  deliver: typeof fetch;
  pace: Pick<SimulatedPay, 'wechatPace' | 'alipayPace'>;
  /** asked when an address is made: the port is known after the start */
  publicBase: () => string;
  log: ProviderParts['log'];
}

/** WeChat and Alipay: the real clients, against the real platforms or, in a demo, against their simulators. */
export async function startPayProviders(parts: ProviderParts): Promise<PayProviders> {
  const { clock } = parts;
  const real = parts.config.pay;
  const demo = parts.demo ? await demoWorld(parts) : undefined;

  async function wechatPay(): Promise<Provider<WechatPay, WechatPaySimulator>> {
    if (real.wechat) return { client: createWechatPay({ ...real.wechat, clock }), simulator: undefined };
    return demo ? demoWechatPay(demo) : absent;
  }
  async function wechat(): Promise<Provider<Wechat, WechatSimulator>> {
    if (real.wechatLogin)
      return { client: createWechat({ ...real.wechatLogin, clock }), simulator: undefined };
    // a simulated login would name people whom the real WeChat Pay does not know
    return demo && !real.wechat ? demoWechat(demo) : absent;
  }
  async function alipay(): Promise<Provider<Alipay, AlipaySimulator>> {
    if (real.alipay) return { client: createAlipay({ ...real.alipay, clock }), simulator: undefined };
    return demo ? demoAlipay(demo) : absent;
  }

  const [pay, login, ali] = [await wechatPay(), await wechat(), await alipay()];
  return {
    channels: { wechat: pay.client, alipay: ali.client },
    wechat: login.client,
    demoPay: { wechat: pay.simulator, wechatLogin: login.simulator, alipay: ali.simulator },
    async stop() {
      pay.client?.stop();
      await Promise.all([pay, login, ali].map(({ simulator }) => simulator?.stop()));
    },
  };
}

async function demoWorld({ config, clock, address, pay, log }: ProviderParts): Promise<DemoWorld> {
  const folder = pay?.folder ?? join(config.dataDir, folderName);
  // people may be told another address, but the simulators live in this process
  const overHttp: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    return fetch(`${address()}${pathname}${search}`, init);
  };
  return {
    merchant: await loadDemoMerchant(folder),
    folder,
    clock,
    deliver: pay?.deliver ?? overHttp,
    pace: pay ?? {},
    publicBase: () => config.publicUrl ?? address(),
    log,
  };
}

async function demoWechatPay({ merchant, clock, deliver, pace, folder }: DemoWorld) {
  const identity = {
    mchId: merchant.wechatMchId,
    appId: demoApps.wechat,
    miniProgramAppId: demoMiniProgram,
    apiV3Key: merchant.apiV3Key,
  };
  const simulator = await startWechatPaySimulator({
    ...identity,
    merchantPublicKeyPem: merchant.publicKeyPem,
    merchantSerial: merchant.certificateSerial,
    subMerchants: [{ mchId: demoSubMerchants.wechat, bound: true }],
    clock,
    deliver,
    autoConfirmMs: demoConfirmMs,
    ...pace.wechatPace,
    stateFile: join(folder, 'wechat.jsonl'),
  });
  const own = {
    ...identity,
    privateKeyPem: merchant.privateKeyPem,
    certificateSerial: merchant.certificateSerial,
  };
  const client = createWechatPay({
    ...own,
    // the simulated platform lets one number collect for itself and for others
    partner: own,
    baseUrl: simulator.url,
    transferSceneId: '1005',
    transferReportInfos: [
      { infoType: '岗位类型', infoContent: '门店商户' },
      { infoType: '报酬说明', infoContent: '营业收入提现' },
    ],
    clock,
  });
  return { client, simulator };
}

async function demoWechat({ merchant, clock, publicBase }: DemoWorld) {
  const identity = {
    appId: demoApps.wechat,
    secret: merchant.wechatSecret,
    miniProgram: { appId: demoMiniProgram, secret: merchant.wechatSecret },
  };
  const simulator = await startWechatSimulator({ ...identity, templates: [demoTemplate], clock });
  const client = createWechat({
    ...identity,
    baseUrl: simulator.url,
    templates: {
      summary: {
        id: demoTemplate.id,
        fields: { period: 'thing1', income: 'amount2', change: 'thing3', alerts: 'thing4' },
      },
    },
    get authorizeUrl() {
      return `${publicBase()}${demoMounts.wechatLogin}${authorizePath}`;
    },
    clock,
  });
  return { client, simulator };
}

async function demoAlipay({ merchant, clock, deliver, pace, folder, publicBase, log }: DemoWorld) {
  const identity = { appId: demoApps.alipay, sellerId: merchant.alipaySellerId };
  const simulator = await startAlipaySimulator({
    ...identity,
    merchantPublicKeyPem: merchant.publicKeyPem,
    subMerchants: [demoSubMerchants.alipay],
    now: () => clock.now().getTime(),
    deliver,
    ...pace.alipayPace,
    stateFile: join(folder, 'alipay.json'),
    onTrouble: (error) => log.warn({ err: error }, 'memory of the simulated Alipay'),
  });
  const client = createAlipay({
    ...identity,
    privateKeyPem: merchant.privateKeyPem,
    certificates: simulator.certificates,
    gateway: simulator.gateway,
    get pageGateway() {
      return `${publicBase()}${demoMounts.alipay}${pagePaths.gateway}`;
    },
    get authorizePage() {
      return `${publicBase()}${demoMounts.alipay}${pagePaths.authorize}`;
    },
    clock,
  });
  return { client, simulator };
}
