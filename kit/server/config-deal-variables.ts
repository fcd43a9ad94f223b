import { z } from 'zod';
import { baseUrl, both, define, text, type ValueKind } from './config-kinds.ts';

const keyList: ValueKind<string> = {
  schema: z
    .string()
    .regex(/^\d{1,4}(?:\s*,\s*\d{1,4})*$/)
    .transform((value) => value.replaceAll(/\s/g, ''))
    .refine((value) => ['1', '16'].every((key) => value.split(',').includes(key))),
  expected: both('以逗号分隔的编号，必须包含 1 和 16', 'numbers separated by commas, 1 and 16 among them'),
};

const number: ValueKind<string> = {
  schema: z.string().regex(/^\d{1,12}$/),
  expected: both('数字', 'digits'),
};

/** Platforms of group buy. */
export const dealVariables = {
  DOUYIN_CLIENT_KEY: define('deals', text, {
    description: both(
      '抖音开放平台生活服务应用的 client_key；未设置时，演示库使用模拟器，真实库报告抖音未配置；演示库不接受真实密钥。消息推送地址设为 PUBLIC_URL 加 /api/blade-groupBuy/douyin/notice',
      'client_key of the life services app at Douyin; when unset, a demo uses the simulator and a real database reports that it is not configured; a demo takes no real keys. Webhooks go to PUBLIC_URL with /api/blade-groupBuy/douyin/notice',
    ),
  }),
  DOUYIN_CLIENT_SECRET: define('deals', text, {
    secret: true,
    description: both('该应用的 client_secret', 'client_secret of that app'),
  }),
  DOUYIN_SOLUTION_KEY: define('deals', number, {
    default: '4',
    description: both(
      '商家授权的解决方案编号（抖音文档“能力授权&门店绑定”）：4 为到综行业，16 为到综团购',
      'number of the solution that merchants authorise (Douyin’s page on authorisation): 4 services, 16 group buy of services',
    ),
  }),
  DOUYIN_PERMISSION_KEYS: define('deals', keyList, {
    default: '1,16',
    description: both(
      '商家授权的能力编号，与解决方案配套',
      'numbers of the abilities that merchants authorise; they belong to the solution',
    ),
  }),
  DOUYIN_BASE_URL: define('deals', baseUrl(), {
    default: 'https://open.douyin.com',
    description: both('抖音开放平台接口地址', 'address of Douyin’s open platform'),
  }),
  DOUYIN_AUTHORIZE_URL: define('deals', baseUrl(), {
    default: 'https://auth.dylk.com/auth-isv',
    description: both('抖音来客授权页面的地址', 'address of Douyin’s authorisation page'),
  }),
  MEITUAN_DEVELOPER_ID: define('deals', number, {
    description: both(
      '美团技术服务合作中心的 developerId；未设置时，演示库使用模拟器，真实库报告美团未配置；演示库不接受真实密钥。授权回调地址设为 PUBLIC_URL 加 /api/blade-groupBuy/meituan/return',
      'developerId at Meituan; when unset, a demo uses the simulator and a real database reports that it is not configured; a demo takes no real keys. Authorisations come back to PUBLIC_URL with /api/blade-groupBuy/meituan/return',
    ),
  }),
  MEITUAN_SIGN_KEY: define('deals', text, {
    secret: true,
    description: both('该开发者的 SignKey', 'SignKey of that developer'),
  }),
  MEITUAN_BASE_URL: define('deals', baseUrl(), {
    default: 'https://api-open-cater.meituan.com',
    description: both('美团接口地址', 'address of Meituan’s calls'),
  }),
  MEITUAN_AUTHORIZE_URL: define('deals', baseUrl(), {
    default: 'https://open-erp.meituan.com/general/auth',
    description: both('美团授权页面的地址', 'address of Meituan’s authorisation page'),
  }),
} as const;
