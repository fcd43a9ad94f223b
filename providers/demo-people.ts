/** Who the simulated WeChat and Alipay know, and under which app: demo data and the simulators speak of the same people. */
export const demoApps = { wechat: 'wxc0ffee0123456789', alipay: '2021000199990001' } as const;

/** The demo's mini-program, whose web-view shows the same pages. */
export const demoMiniProgram = 'wxc0ffee9876543210';

/** The template of the demo's official account, as its operator would have chosen it from WeChat's. */
export const demoTemplate = {
  id: 'dEmoSummaryOfTakings0000000000000000000000A',
  title: '经营小结通知',
  labels: { thing1: '小结', amount2: '收入', thing3: '变化', thing4: '待处理' },
} as const;

export interface DemoPerson {
  platform: keyof typeof demoApps;
  openId: string;
  name: string;
  phone: string | null;
}

export const demoPeople: readonly DemoPerson[] = [
  { platform: 'wechat', openId: 'oDemoLinXiaoyu0000000000001', name: '林小雨', phone: '13900000001' },
  { platform: 'wechat', openId: 'oDemoZhangWei00000000000002', name: '张伟', phone: '13900000002' },
  { platform: 'wechat', openId: 'oDemoWangMeili0000000000003', name: '王美丽', phone: null },
  { platform: 'alipay', openId: '2088000000000001', name: '陈思远', phone: '13900000004' },
  { platform: 'alipay', openId: '2088000000000002', name: '刘芳', phone: null },
];

/** Numbers of demo merchants at the simulated platforms, for who wants to collect without us. */
export const demoSubMerchants = { wechat: '1900008001', alipay: '2088900000008001' } as const;
