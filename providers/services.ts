import type { Alipay } from './alipay/client.ts';
import type { AlipaySimulator } from './alipay/simulator.ts';
import type { DealPlatform } from './deal-platform.ts';
import type { DealSimulator } from './deal-simulator.ts';
import type { createTencentMap } from './map/client.ts';
import type { SmsClient } from './sms/client.ts';
import type { SimulatedSms } from './sms/simulator.ts';
import type { ObjectStore } from './storage/client.ts';
import type { Wechat } from './wechat/client.ts';
import type { WechatSimulator } from './wechat/simulator.ts';
import type { WechatPay } from './wechatpay/client.ts';
import type { WechatPaySimulator } from './wechatpay/simulator.ts';

/** What the outside platforms add to the services. The kit knows none of them; features and the application do. */
declare module '#kit/server/services.ts' {
  interface Services {
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
    /** platforms of group buy */
    readonly deals: { readonly douyin: DealPlatform | undefined; readonly meituan: DealPlatform | undefined };
    /** those that a demo plays itself */
    readonly demoDeals: {
      readonly douyin: DealSimulator | undefined;
      readonly meituan: DealSimulator | undefined;
    };
  }
}
