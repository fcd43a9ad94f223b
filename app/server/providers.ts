import { newDigits, newSecret } from '#kit/kernel/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { createTencentMap } from '#providers/map/client.ts';
import { startMapSimulator } from '#providers/map/simulator.ts';
import { createAliyunSms } from '#providers/sms/client.ts';
import { startSmsSimulator } from '#providers/sms/simulator.ts';
import { startDealProviders } from './deal-providers.ts';
import { createObjectStore } from './object-store.ts';
import { startPayProviders } from './pay-providers.ts';
import type { ProviderParts } from './provider-parts.ts';

type Providers = Pick<
  Services,
  'sms' | 'map' | 'storage' | 'demoMessages' | 'channels' | 'wechat' | 'demoPay' | 'deals' | 'demoDeals'
> & { stop(): Promise<void> };

/**
 * Real clients of the outside platforms. In a demo they talk to simulators of those platforms on loopback; otherwise what
 * is not configured stays absent and calls say "not configured".
 */
export async function startProviders(parts: ProviderParts): Promise<Providers> {
  const { config, demo, secrets, onSms } = parts;
  const stops: (() => Promise<void>)[] = [];

  async function sms(): Promise<Pick<Services, 'sms' | 'demoMessages'>> {
    if (config.sms) {
      return { sms: createAliyunSms(config.sms), demoMessages: undefined };
    }
    if (!demo) return { sms: undefined, demoMessages: undefined };
    const accessKeys = { id: 'demo', secret: newSecret() };
    const simulator = await startSmsSimulator({ accessKeys, onMessage: onSms });
    stops.push(() => simulator.close());
    return {
      sms: createAliyunSms({
        accessKeyId: accessKeys.id,
        accessKeySecret: accessKeys.secret,
        signName: 'Coinyard',
        templateCodes: {
          code: 'SMS_CODE',
          notice: 'SMS_NOTICE',
          pickup: 'SMS_PICKUP',
          expiry: 'SMS_EXPIRY',
          guard: 'SMS_GUARD',
        },
        endpoint: simulator.endpoint,
        protocol: 'http',
      }),
      demoMessages: () => simulator.messages,
    };
  }

  async function map(): Promise<Services['map']> {
    if (config.map) return createTencentMap(config.map);
    if (!demo) return undefined;
    // Tencent's keys are six groups of five capitals or digits.
    const key = Array.from({ length: 6 }, () => newDigits(5)).join('-');
    const simulator = await startMapSimulator({ key });
    stops.push(() => simulator.close());
    return createTencentMap({ key, baseUrl: simulator.url });
  }

  const storage = await createObjectStore(config, secrets, () => parts.clock.now().getTime());
  const { stop: stopPay, ...pay } = await startPayProviders(parts);
  stops.push(stopPay);
  const { stop: stopDeals, ...deals } = await startDealProviders(parts);
  stops.push(stopDeals);
  return {
    ...(await sms()),
    ...pay,
    ...deals,
    map: await map(),
    storage,
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
