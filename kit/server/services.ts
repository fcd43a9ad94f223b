import type { FastifyBaseLogger } from 'fastify';
import type { Feature } from '#kit/contract/feature.ts';
import type { Clock } from '#kit/kernel/time.ts';
import type { Alipay } from '#providers/alipay/client.ts';
import type { AlipaySimulator } from '#providers/alipay/simulator.ts';
import type { createTencentMap } from '#providers/map/client.ts';
import type { SmsClient } from '#providers/sms/client.ts';
import type { SimulatedSms } from '#providers/sms/simulator.ts';
import type { ObjectStore } from '#providers/storage/client.ts';
import type { Wechat } from '#providers/wechat/client.ts';
import type { WechatSimulator } from '#providers/wechat/simulator.ts';
import type { WechatPay } from '#providers/wechatpay/client.ts';
import type { WechatPaySimulator } from '#providers/wechatpay/simulator.ts';
import type { Config } from './config.ts';
import type { BooksCheck } from './context.ts';
import type { Database } from './database.ts';
import type { Live } from './live.ts';
import type { MqttConnection } from './mqtt.ts';
import type { Secrets } from './secrets.ts';
import type { Texts } from './texts.ts';

/** Long-lived parts that handlers and jobs share. Built once in app/server, and by tests. */
export interface Services {
  readonly config: Config;
  /** the database was born as one: simulated platforms, invented people and their pages exist only then */
  readonly demo: boolean;
  readonly secrets: Secrets;
  readonly db: Database;
  readonly clock: Clock;
  readonly texts: Texts;
  readonly log: FastifyBaseLogger;
  readonly live: Live;
  /** the way to devices */
  readonly mqtt: MqttConnection;
  /** how the features' own tables are proven against the books */
  readonly booksChecks: readonly BooksCheck[];
  /** all declarations, for menus, roles and the reference */
  readonly features: readonly Feature[];
  /** undefined where the operator has not configured it: calls then answer "not configured" */
  readonly sms: SmsClient | undefined;
  readonly map: ReturnType<typeof createTencentMap> | undefined;
  readonly storage: ObjectStore;
  /** texts the simulated SMS platform delivered; only in a demo */
  readonly demoMessages: (() => readonly SimulatedSms[]) | undefined;
  /** payment platforms */
  readonly channels: { readonly wechat: WechatPay | undefined; readonly alipay: Alipay | undefined };
  /** WeChat login and JS-SDK; Alipay's login is part of its channel */
  readonly wechat: Wechat | undefined;
  /** the platforms that a demo plays itself: their pages are shown under our own address */
  readonly demoPay: {
    readonly wechat: WechatPaySimulator | undefined;
    readonly wechatLogin: WechatSimulator | undefined;
    readonly alipay: AlipaySimulator | undefined;
  };
  /** where people and platforms reach this server, without a slash at the end */
  readonly publicBase: () => string;
  readonly version: string;
  /** true until the first platform administrator exists */
  readonly setupNeeded: () => Promise<boolean>;
}
