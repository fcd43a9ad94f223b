import { newDigits, newSecret } from '#kit/kernel/ids.ts';
import type { Config } from '#kit/server/config.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { Services } from '#kit/server/services.ts';
import { createTencentMap } from '#providers/map/client.ts';
import { startMapSimulator } from '#providers/map/simulator.ts';
import { createAliyunSms } from '#providers/sms/client.ts';
import { type SimulatedSms, startSmsSimulator } from '#providers/sms/simulator.ts';
import { createDiskStore } from '#providers/storage/disk.ts';
import { createS3Store } from '#providers/storage/s3.ts';

type Providers = Pick<Services, 'sms' | 'map' | 'storage' | 'demoMessages'> & { stop(): Promise<void> };

/**
 * Real clients of the outside platforms. In demo mode, what is not configured talks to a simulator
 * of that platform on loopback; otherwise it stays absent and calls say "not configured".
 */
export async function startProviders(
  config: Config,
  secrets: Secrets,
  onSms: (message: SimulatedSms) => void,
): Promise<Providers> {
  const stops: (() => Promise<void>)[] = [];

  async function sms(): Promise<Pick<Services, 'sms' | 'demoMessages'>> {
    if (config.sms) {
      return { sms: createAliyunSms(config.sms), demoMessages: undefined };
    }
    if (!config.demo) return { sms: undefined, demoMessages: undefined };
    const accessKeys = { id: 'demo', secret: newSecret() };
    const simulator = await startSmsSimulator({ accessKeys, onMessage: onSms });
    stops.push(() => simulator.close());
    return {
      sms: createAliyunSms({
        accessKeyId: accessKeys.id,
        accessKeySecret: accessKeys.secret,
        signName: 'Coinyard',
        templateCodes: { code: 'SMS_CODE', notice: 'SMS_NOTICE' },
        endpoint: simulator.endpoint,
        protocol: 'http',
      }),
      demoMessages: () => simulator.messages,
    };
  }

  async function map(): Promise<Services['map']> {
    if (config.map) return createTencentMap(config.map);
    if (!config.demo) return undefined;
    // Tencent's keys are six groups of five capitals or digits.
    const key = Array.from({ length: 6 }, () => newDigits(5)).join('-');
    const simulator = await startMapSimulator({ key });
    stops.push(() => simulator.close());
    return createTencentMap({ key, baseUrl: simulator.url });
  }

  const storage =
    config.storage.kind === 's3'
      ? createS3Store(config.storage)
      : createDiskStore(config.storage.folder, {
          uploadBaseUrl: `${config.publicUrl ?? ''}/upload`,
          secret: secrets.uploadSecret,
        });
  return {
    ...(await sms()),
    map: await map(),
    storage,
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
