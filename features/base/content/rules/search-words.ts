/**
 * Words that people use for one thing, in both languages. A search for one of them also finds what is called by another:
 * an operator says 掉线 where the manual says 离线. Only words that hardly mean anything else.
 */
export const sameWords: readonly (readonly string[])[] = [
  ['配网', '联网', '连网', 'wifi', 'wi-fi', 'wlan', 'pair', 'pairing', '无线网'],
  ['离线', '掉线', '断网', '断线', '不在线', 'offline', 'disconnected'],
  ['故障', '报错', '坏了', '不能用', 'fault', 'broken', 'out of order'],
  ['注册', '添加设备', '绑定设备', '加机器', 'register', 'add machine', 'add device'],
  ['注册码', 'pin'],
  ['故障订单', 'fault order'],
  ['价格', '单价', '定价', '改价', '调价', '多少钱', 'price', 'pricing'],
  ['出奖', '概率', '中奖率', '出奖率', '保夹', '爪力', 'payout', 'payout rate', 'win rate', 'grip'],
  ['投币', '币数', '吞币', 'coin', 'coins'],
  ['远程上分', '上分', '补币', 'remote coin', 'credit coins'],
  ['批量', '一起改', '一次改', 'batch', 'bulk'],
  ['预设', '模板参数', 'preset'],
  ['补货', '上货', '加货', 'replenish', 'replenishment', 'restock', 'refill'],
  ['礼品', '娃娃', '奖品', 'gift', 'prize'],
  ['货道', '商品', 'lane', 'goods', 'product'],
  ['收银', '前台', '柜台', '找零', 'counter', 'cashier'],
  ['退款', '退钱', 'refund', 'money back'],
  ['提现', '取钱', '打款', '转出', '提款', 'withdraw', 'withdrawal', 'cash out'],
  ['钱包', '余额', 'wallet', 'balance'],
  ['待结算', '未到账', 'pending'],
  ['冻结', 'frozen'],
  ['手续费', '费率', '扣点', 'fee', 'fees', 'commission'],
  ['分账', '分成', '分润', 'share', 'sharing', 'split'],
  ['对账单', '对账', '账单', 'statement'],
  ['实名', '认证', '进件', 'verification', 'verify', 'real-name'],
  ['银行卡', '绑卡', 'bank card'],
  ['加盟商', '加盟', 'franchisee', 'franchise'],
  ['代理', 'agent'],
  ['员工', '子账号', '店员', 'staff', 'employee', 'sub-account'],
  ['权限', '岗位', 'permission', 'rights', 'role'],
  ['流量卡', '卡管理', 'sim', 'iccid'],
  ['告警', '报警', '警报', 'alert', 'alarm'],
  ['二维码', '标签', '贴纸', 'qr', 'label', 'sticker'],
  ['消息', '通知', 'message', 'notification'],
  ['固件', '升级', '版本', 'firmware', 'upgrade', 'update'],
  ['收入', '营业额', '流水', 'income', 'revenue', 'turnover'],
  ['押金', 'deposit'],
  ['充值', 'top up', 'top-up', 'recharge'],
  ['密码', 'password'],
  ['验证码', '短信', 'sms', 'text message'],
  ['场地', '门店', '店铺', 'site', 'store', 'shop'],
  ['过期', '临期', '保质期', 'expired', 'expiry'],
  ['盘点', '库存', 'stock', 'inventory'],
  ['重启', 'restart', 'reboot'],
  ['转让', 'transfer'],
];

/** Words around what somebody asks about: they stand in every text, or in none. */
export const smallWords: ReadonlySet<string> = new Set(
  (
    'a an and are be can cannot do does for from have how i in is it me my not of on or our the there this to we what when where ' +
    'which why with you your'
  ).split(' '),
);

/** The same in Chinese, longest first, because they are cut out of a text without spaces. */
export const smallChinese: readonly string[] = [
  '为什么',
  '怎么办',
  '怎么样',
  '怎么',
  '怎样',
  '如何',
  '什么',
  '哪里',
  '在哪',
  '多久',
  '可以',
  '不了',
  '我的',
  '机器',
  '设备',
  '了',
  '的',
  '吗',
  '呢',
  '啊',
  '我',
  '请问',
  '能',
  '要',
  '给',
  '把',
];
