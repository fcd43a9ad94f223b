import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#kit/kernel/time.ts';
import type { Config } from '#kit/server/config.ts';
import type { Database } from '#kit/server/database.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { AlipaySimulatorOptions } from '#providers/alipay/simulator.ts';
import type { SimulatedSms } from '#providers/sms/simulator.ts';
import type { WechatPaySimulatorOptions } from '#providers/wechatpay/simulator.ts';

export interface ProviderParts {
  config: Config;
  demo: boolean;
  secrets: Secrets;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  onSms: (message: SimulatedSms) => void;
  /** of this server, once it listens */
  address: () => string;
  pay?: SimulatedPay;
}

/** How the simulated payment platforms call back, where they keep their memory, and how fast they are. */
export interface SimulatedPay {
  deliver: typeof fetch;
  folder: string;
  wechatPace?: Pick<
    WechatPaySimulatorOptions,
    'repeatScaleMs' | 'signTestEvery' | 'settleMs' | 'autoConfirmMs'
  >;
  alipayPace?: Pick<AlipaySimulatorOptions, 'repeatScale'>;
}
