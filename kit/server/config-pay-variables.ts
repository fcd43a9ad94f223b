import { z } from 'zod';
import {
  baseUrl,
  both,
  certificateFile,
  define,
  privateKey,
  privateKeyFile,
  publicKeyFile,
  text,
  type ValueKind,
} from './config-kinds.ts';

const apiV3KeyBytes = 32;
const apiV3Key: ValueKind<string> = {
  schema: z.string().refine((value) => Buffer.byteLength(value) === apiV3KeyBytes),
  expected: both('32 个字节', '32 bytes long'),
};

/** WeChat wants to know for each transfer what it is for, in the words of the scene. */
const reportInfos: ValueKind<{ infoType: string; infoContent: string }[]> = {
  schema: z
    .string()
    .transform((value) =>
      value.split(';').map((entry) => {
        const [infoType = '', infoContent = ''] = entry.split('=').map((part) => part.trim());
        return { infoType, infoContent };
      }),
    )
    .refine((list) => list.every(({ infoType, infoContent }) => infoType && infoContent)),
  expected: both('形如“名称=内容;名称=内容”的文本', 'of the form "name=content;name=content"'),
};

/** As WeChat shows it beside each template. */
const templateId: ValueKind<string> = {
  schema: z.string().regex(/^[\w-]{40,50}$/),
  expected: both(
    '微信后台显示的模板 ID（43 个字符）',
    'the id that WeChat shows beside the template (43 characters)',
  ),
};

const summaryField = /^(?:(?:period|change|alerts)=thing|income=(?:thing|amount|character_string))\d{1,2}$/;

/** Words stand in fields of the type thing; income may stand in an amount or in a character_string too. */
const summaryFields: ValueKind<Record<string, string>> = {
  schema: z
    .string()
    .transform((value) =>
      value
        .split(';')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((parts) => parts.every((part) => summaryField.test(part)))
    .transform((parts) => parts.map((part) => part.split('=') as [string, string]))
    .refine((pairs) => [0, 1].every((side) => new Set(pairs.map((pair) => pair[side])).size === pairs.length))
    .transform((pairs) => Object.fromEntries(pairs))
    .refine((fields) => fields.income !== undefined),
  expected: both(
    '形如“period=thing1;income=amount2;change=thing3”的文本，必须有 income；period、change、alerts 用 thing 字段，income 用 thing、amount 或 character_string 字段',
    'of the form "period=thing1;income=amount2;change=thing3", with income; period, change and alerts in fields of the type thing, income in thing, amount or character_string',
  ),
};

/** Payment platforms, and who logs in through them. */
export const payVariables = {
  WECHAT_PAY_MCH_ID: define('pay', text, {
    description: both(
      '微信支付商户号；未设置时，演示库使用模拟器，真实库报告微信支付未配置；演示库不接受真实密钥',
      'merchant number at WeChat Pay; when unset, a demo uses the simulator and a real database reports that it is not configured; a demo takes no real keys',
    ),
  }),
  WECHAT_PAY_APP_ID: define('pay', text, {
    description: both(
      '公众号 AppID，用于支付、登录与 JS-SDK',
      'app id of the official account: payment, login and JS-SDK',
    ),
  }),
  WECHAT_PAY_MINI_APP_ID: define('pay', text, {
    description: both('小程序 AppID（可选）', 'app id of the mini-program (optional)'),
  }),
  WECHAT_PAY_PRIVATE_KEY: define('pay', privateKey, {
    secret: true,
    description: both(
      '商户 API 证书的私钥（PEM）；与 WECHAT_PAY_PRIVATE_KEY_FILE 二选一',
      'private key of the merchant’s API certificate (PEM); this or WECHAT_PAY_PRIVATE_KEY_FILE',
    ),
  }),
  WECHAT_PAY_PRIVATE_KEY_FILE: define('pay', privateKeyFile, {
    description: both(
      '存放该私钥的文件，通常为 apiclient_key.pem',
      'file with that key, usually apiclient_key.pem',
    ),
  }),
  WECHAT_PAY_CERT_SERIAL: define('pay', text, {
    description: both('商户 API 证书的序列号', 'serial number of the merchant’s API certificate'),
  }),
  WECHAT_PAY_API_V3_KEY: define('pay', apiV3Key, {
    secret: true,
    description: both('APIv3 密钥', 'APIv3 key'),
  }),
  WECHAT_PAY_PUBLIC_KEY_ID: define('pay', text, {
    description: both(
      '微信支付公钥 ID（以 PUB_KEY_ID_ 开头）；未设置时使用平台证书',
      'id of the WeChat Pay public key (PUB_KEY_ID_…); platform certificates are used when unset',
    ),
  }),
  WECHAT_PAY_PUBLIC_KEY_FILE: define('pay', publicKeyFile, {
    description: both('微信支付公钥文件', 'file with the WeChat Pay public key'),
  }),
  WECHAT_PAY_PARTNER_MCH_ID: define('pay', text, {
    description: both(
      '微信支付服务商商户号，商户用自有子商户号收款时使用（可选；与 WECHAT_PAY_MCH_ID 不同，服务商号本身不能收款）',
      'number of the service provider under which merchants collect with numbers of their own (optional; another one than WECHAT_PAY_MCH_ID, as it can collect nothing for itself)',
    ),
  }),
  WECHAT_PAY_PARTNER_PRIVATE_KEY_FILE: define('pay', privateKeyFile, {
    description: both(
      '服务商 API 证书的私钥文件',
      'file with the private key of the provider’s API certificate',
    ),
  }),
  WECHAT_PAY_PARTNER_CERT_SERIAL: define('pay', text, {
    description: both('服务商 API 证书的序列号', 'serial number of the provider’s API certificate'),
  }),
  WECHAT_PAY_PARTNER_API_V3_KEY: define('pay', apiV3Key, {
    secret: true,
    description: both('服务商的 APIv3 密钥', 'APIv3 key of the provider'),
  }),
  WECHAT_PAY_PARTNER_PUBLIC_KEY_ID: define('pay', text, {
    description: both(
      '服务商的微信支付公钥 ID；未设置时使用平台证书',
      'id of the WeChat Pay public key for the provider; platform certificates are used when unset',
    ),
  }),
  WECHAT_PAY_PARTNER_PUBLIC_KEY_FILE: define('pay', publicKeyFile, {
    description: both('服务商的微信支付公钥文件', 'file with that public key'),
  }),
  WECHAT_PAY_BASE_URL: define('pay', baseUrl(), {
    default: 'https://api.mch.weixin.qq.com',
    description: both('微信支付接口的地址', 'address of WeChat Pay'),
  }),
  WECHAT_PAY_TRANSFER_SCENE_ID: define('pay', text, {
    default: '1005',
    description: both('商家转账的场景编号', 'scene of transfers to people'),
  }),
  WECHAT_PAY_TRANSFER_REPORT: define('pay', reportInfos, {
    default: '岗位类型=门店商户;报酬说明=营业收入提现',
    description: both('该转账场景要求的报备信息', 'what that scene of transfers has to report'),
  }),
  WECHAT_APP_SECRET: define('pay', text, {
    secret: true,
    description: both(
      '公众号的 AppSecret，用于微信登录与 JS-SDK；未设置时不能用微信登录',
      'secret of the official account for login and JS-SDK; there is no WeChat login without it',
    ),
  }),
  WECHAT_TEMPLATE_SUMMARY: define('pay', templateId, {
    description: both(
      '公众号模板消息的模板 ID，用于经营小结；未设置时不能用微信接收小结。还需要 WECHAT_APP_SECRET 与 PUBLIC_URL',
      'id of the official account’s template for summaries of takings; none are sent to WeChat when unset. Needs WECHAT_APP_SECRET and PUBLIC_URL as well',
    ),
  }),
  WECHAT_TEMPLATE_SUMMARY_FIELDS: define('pay', summaryFields, {
    default: 'period=thing1;income=amount2;change=thing3;alerts=thing4',
    description: both(
      '小结的内容放在该模板的哪些字段：period 小结名称、income 收入、change 变化、alerts 待处理的异常与告警；模板没有的可以不写',
      'which fields of that template hold what: period is which summary, income, change, and alerts what is still open; leave out what the template does not have',
    ),
  }),
  WECHAT_MINI_APP_SECRET: define('pay', text, {
    secret: true,
    description: both(
      '小程序的 AppSecret，用于小程序内登录；还需要 WECHAT_PAY_MINI_APP_ID 与 WECHAT_APP_SECRET',
      'secret of the mini-program for login inside it; needs WECHAT_PAY_MINI_APP_ID and WECHAT_APP_SECRET as well',
    ),
  }),
  WECHAT_API_BASE_URL: define('pay', baseUrl(), {
    default: 'https://api.weixin.qq.com',
    description: both('微信公众平台接口的地址', 'address of the WeChat API'),
  }),
  WECHAT_AUTHORIZE_URL: define('pay', baseUrl(), {
    default: 'https://open.weixin.qq.com/connect/oauth2/authorize',
    description: both('微信网页授权页的地址', 'address of WeChat’s page that asks people to log in'),
  }),
  ALIPAY_APP_ID: define('pay', text, {
    description: both(
      '支付宝应用的 APPID；未设置时，演示库使用模拟器，真实库报告支付宝未配置；演示库不接受真实密钥',
      'app id at Alipay; when unset, a demo uses the simulator and a real database reports that it is not configured; a demo takes no real keys',
    ),
  }),
  ALIPAY_SELLER_ID: define('pay', text, {
    description: both('支付宝商户的 PID（2088 开头）', 'the merchant’s number at Alipay (2088…)'),
  }),
  ALIPAY_PRIVATE_KEY_FILE: define('pay', privateKeyFile, {
    description: both('应用私钥文件（PEM）', 'file with the app’s private key (PEM)'),
  }),
  ALIPAY_PUBLIC_KEY_FILE: define('pay', publicKeyFile, {
    description: both(
      '支付宝公钥文件（PEM）；或使用下面三个证书文件。仅用公钥时不能向个人转账',
      'file with Alipay’s public key (PEM); or the three certificates below. With a key alone there are no transfers to people',
    ),
  }),
  ALIPAY_APP_CERT_FILE: define('pay', certificateFile, {
    description: both(
      '应用公钥证书文件（appCertPublicKey_….crt）',
      'certificate of the app (appCertPublicKey_….crt)',
    ),
  }),
  ALIPAY_PUBLIC_CERT_FILE: define('pay', certificateFile, {
    description: both(
      '支付宝公钥证书文件（alipayCertPublicKey_RSA2.crt）',
      'certificate of Alipay (alipayCertPublicKey_RSA2.crt)',
    ),
  }),
  ALIPAY_ROOT_CERT_FILE: define('pay', certificateFile, {
    description: both(
      '支付宝根证书文件（alipayRootCert.crt）',
      'root certificates of Alipay (alipayRootCert.crt)',
    ),
  }),
  ALIPAY_GATEWAY: define('pay', baseUrl(), {
    default: 'https://openapi.alipay.com/gateway.do',
    description: both('支付宝网关的地址', 'address of Alipay’s gateway'),
  }),
  ALIPAY_AUTHORIZE_URL: define('pay', baseUrl(), {
    default: 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm',
    description: both('支付宝授权页的地址', 'address of Alipay’s page that asks people to log in'),
  }),
} as const;
