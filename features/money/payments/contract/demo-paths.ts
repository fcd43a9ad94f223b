/** Where the pages of the platforms that demo mode plays stand under our own address. */
export const demoMounts = {
  wechat: '/demo/pay/wechat',
  wechatLogin: '/demo/pay/wechat-login',
  alipay: '/demo/pay/alipay',
} as const;
/** Tells which of them are there; and a blank page to which they lead back. Neither exists outside demo mode. */
export const demoPaths = { ready: '/demo/pay/ready', returned: '/demo/pay/returned' } as const;
