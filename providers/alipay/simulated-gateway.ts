/** The one address behind which all of Alipay's methods stand: checks the caller's signature, signs every answer. */
import { secondMs } from '#kit/kernel/time.ts';
import { fenOf, instantOf, stampOf, yuanOf } from './amounts.ts';
import { type Books, GatewayRefusal, refundedFen, type SimulatedTrade } from './simulated-books.ts';
import { isRsa2, signedText, signRsa2 } from './simulated-signing.ts';

export interface GatewayRules {
  appId: string;
  merchantPublicKeyPem: string;
  alipayPrivateKeyPem: string;
  /** numbers of the certificates it has handed out; apps may also work with plain keys */
  certificates: { app: string; alipay: string; root: string };
  books: Books;
}

type Params = Record<string, string>;
type Answer = Record<string, unknown>;
type Content = Record<string, unknown>;

const wrong = (subCode: string, message: string) => new GatewayRefusal(subCode, message, '40002');

/** Throws unless the request is signed by the merchant for its app. */
export function checkRequest({ appId, merchantPublicKeyPem }: GatewayRules, params: Params): void {
  if (params.app_id !== appId) throw wrong('isv.invalid-app-id', '无效的AppID参数');
  if (params.sign_type !== 'RSA2') throw wrong('isv.invalid-signature-type', '无效的签名类型');
  if (params.charset?.toLowerCase() !== 'utf-8') throw wrong('isv.invalid-charset', '字符集错误');
  if (!instantOf(params.timestamp)) throw wrong('isv.invalid-timestamp', '非法的时间戳参数');
  if (!isRsa2(signedText(params, ['sign']), params.sign ?? '', merchantPublicKeyPem))
    throw wrong('isv.invalid-signature', '验签出错，建议检查签名字符串或签名私钥与应用公钥是否匹配');
}

/** Whether a request is signed in certificate mode; then both numbers have to be right. */
function isCertified({ certificates }: GatewayRules, params: Params): boolean {
  if (params.app_cert_sn === undefined) return false;
  if (params.app_cert_sn !== certificates.app)
    throw wrong('isv.invalid-app-cert-sn', '应用公钥证书序列号不匹配');
  if (params.alipay_root_cert_sn !== certificates.root)
    throw wrong('isv.invalid-alipay-root-cert-sn', '支付宝根证书序列号不匹配');
  return true;
}

/** Money that leaves for people needs a certificate. */
const certifiedMethods = ['alipay.fund.trans.uni.transfer', 'alipay.fund.trans.common.query'];

function contentOf(params: Params): Content {
  try {
    const content = JSON.parse(params.biz_content ?? '') as unknown;
    if (typeof content === 'object' && content !== null) return content as Content;
  } catch {
    // said below
  }
  throw wrong('isv.invalid-parameter', '参数无效: biz_content');
}

function textOf(content: Content, name: string): string {
  const value = content[name];
  if (typeof value !== 'string' || value === '') throw wrong('isv.missing-parameter', `缺少参数: ${name}`);
  return value;
}

function amountOf(content: Content, name: string): number {
  const fen = fenOf(textOf(content, name));
  if (fen === undefined) throw new GatewayRefusal('ACQ.INVALID_PARAMETER', `参数无效: ${name}`);
  return fen;
}

const optionalText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The one line of `settle_info`; only its default account is simulated. */
function settledFen(content: Content): number {
  const { settle_detail_infos: lines } = (content.settle_info ?? {}) as { settle_detail_infos?: unknown };
  const [line, ...others] = Array.isArray(lines) ? (lines as Content[]) : [];
  if (!line || others.length > 0 || line.trans_in_type !== 'defaultSettle' || line.trans_in !== undefined)
    throw new GatewayRefusal('ACQ.INVALID_PARAMETER', '参数无效: settle_info');
  return amountOf(line, 'amount');
}

/** A sub-merchant's trade says where its money is to go: all of it. */
function subMerchantOf(content: Content): string | undefined {
  if (content.sub_merchant === undefined) return undefined;
  const subMerchant = textOf(content.sub_merchant as Content, 'merchant_id');
  if (settledFen(content) !== amountOf(content, 'total_amount'))
    throw new GatewayRefusal('ACQ.INVALID_PARAMETER', '参数无效: settle_info.amount');
  return subMerchant;
}

export function tradeFrom(books: Books, params: Params): SimulatedTrade {
  const content = contentOf(params);
  const product = params.method === 'alipay.trade.create' ? 'JSAPI_PAY' : 'QUICK_WAP_WAY';
  if (content.product_code !== product) throw wrong('isv.invalid-parameter', '参数无效: product_code');
  const buyerId = optionalText(content.buyer_open_id) ?? optionalText(content.buyer_id);
  if (product === 'JSAPI_PAY' && (!buyerId || content.op_app_id !== params.app_id))
    throw new GatewayRefusal('ACQ.INVALID_PARAMETER', '参数无效: buyer_open_id, op_app_id');
  return books.createTrade({
    outTradeNo: textOf(content, 'out_trade_no'),
    amountFen: amountOf(content, 'total_amount'),
    subject: textOf(content, 'subject'),
    subMerchant: subMerchantOf(content),
    buyerId,
    notifyUrl: params.notify_url,
    returnUrl: params.return_url ?? optionalText(content.quit_url),
    expiresAtMs: instantOf(optionalText(content.time_expire))?.getTime(),
  });
}

const stamp = (atMs: number | undefined) => (atMs === undefined ? undefined : stampOf(new Date(atMs)));

const methods: Record<string, (books: Books, params: Params) => Answer> = {
  'alipay.trade.create': (books, params) => {
    const trade = tradeFrom(books, params);
    return { out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo };
  },
  'alipay.trade.query': (books, params) => {
    const trade = books.needTrade(textOf(contentOf(params), 'out_trade_no'));
    return {
      out_trade_no: trade.outTradeNo,
      trade_no: trade.tradeNo,
      trade_status: trade.status,
      total_amount: yuanOf(trade.amountFen),
      buyer_user_id: trade.buyerId,
      send_pay_date: stamp(trade.paidAtMs),
    };
  },
  'alipay.trade.close': (books, params) => {
    const trade = books.closeTrade(textOf(contentOf(params), 'out_trade_no'));
    return { out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo };
  },
  'alipay.trade.refund': (books, params) => {
    const content = contentOf(params);
    const { trade, changed } = books.refundTrade(
      textOf(content, 'out_trade_no'),
      textOf(content, 'out_request_no'),
      amountOf(content, 'refund_amount'),
    );
    return {
      out_trade_no: trade.outTradeNo,
      trade_no: trade.tradeNo,
      fund_change: changed ? 'Y' : 'N',
      refund_fee: yuanOf(refundedFen(trade)),
    };
  },
  'alipay.trade.fastpay.refund.query': (books, params) => {
    const content = contentOf(params);
    const trade = books.needTrade(textOf(content, 'out_trade_no'));
    const asked = textOf(content, 'out_request_no');
    const refund = trade.refunds.find(({ outRequestNo }) => outRequestNo === asked);
    if (!refund) return {};
    return {
      out_trade_no: trade.outTradeNo,
      trade_no: trade.tradeNo,
      out_request_no: refund.outRequestNo,
      total_amount: yuanOf(trade.amountFen),
      refund_amount: yuanOf(refund.amountFen),
      refund_status: 'REFUND_SUCCESS',
    };
  },
  'alipay.trade.settle.confirm': (books, params) => {
    const content = contentOf(params);
    const trade = books.settleTrade(
      textOf(content, 'trade_no'),
      textOf(content, 'out_request_no'),
      settledFen(content),
    );
    return {
      trade_no: trade.tradeNo,
      out_request_no: trade.settlement?.outRequestNo,
      settle_amount: yuanOf(trade.settlement?.amountFen ?? 0),
    };
  },
  'alipay.fund.trans.uni.transfer': (books, params) => {
    const content = contentOf(params);
    const payee = (content.payee_info ?? {}) as Content;
    const transfer = books.createTransfer({
      outBizNo: textOf(content, 'out_biz_no'),
      amountFen: amountOf(content, 'trans_amount'),
      identity: textOf(payee, 'identity'),
      name: optionalText(payee.name),
    });
    return {
      out_biz_no: transfer.outBizNo,
      order_id: transfer.orderId,
      pay_fund_order_id: transfer.orderId,
      status: transfer.status,
      trans_date: stamp(transfer.atMs),
    };
  },
  'alipay.user.info.share': (books, params) => {
    const { openId, name } = books.personOf(params.auth_token ?? '');
    return { user_id: openId, nick_name: name, avatar: '' };
  },
  'alipay.fund.trans.common.query': (books, params) => {
    const transfer = books.needTransfer(textOf(contentOf(params), 'out_biz_no'));
    return {
      out_biz_no: transfer.outBizNo,
      order_id: transfer.orderId,
      status: transfer.status,
      trans_amount: yuanOf(transfer.amountFen),
      pay_date: stamp(transfer.atMs),
      fail_reason: transfer.failReason,
    };
  },
};

const tokenSeconds = 1_296_000;

function tokenAnswer(books: Books, params: Params): Answer {
  if (params.grant_type !== 'authorization_code')
    throw wrong('isv.invalid-parameter', '参数无效: grant_type');
  const { openId, scope } = books.takeCode(params.code ?? '');
  const token = books.issueToken(openId, scope, tokenSeconds * secondMs);
  return {
    user_id: openId,
    access_token: token,
    refresh_token: token.replace('B', 'R'),
    expires_in: tokenSeconds,
    re_expires_in: 2_592_000,
  };
}

function answerOf(rules: GatewayRules, params: Params): { key: string; answer: Answer } {
  const method = params.method ?? '';
  const key = `${method.replaceAll('.', '_')}_response`;
  try {
    checkRequest(rules, params);
    if (!isCertified(rules, params) && certifiedMethods.includes(method))
      throw wrong('isv.missing-app-cert-sn', '该接口须使用公钥证书方式加签');
    if (method === 'alipay.system.oauth.token') return { key, answer: tokenAnswer(rules.books, params) };
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!run) throw wrong('isv.invalid-method', '不存在的方法名');
    return { key, answer: { code: '10000', msg: 'Success', ...run(rules.books, params) } };
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error;
    const answer = {
      code: error.code,
      msg: error.code === '40002' ? 'Invalid Arguments' : 'Business Failed',
      sub_code: error.subCode,
      sub_msg: error.message,
    };
    // The token call answers its refusals under another name.
    return { key: method === 'alipay.system.oauth.token' ? 'error_response' : key, answer };
  }
}

/** The whole text of an answer; the signature is over the raw inner text. */
export function answerRequest(rules: GatewayRules, params: Params): string {
  const { key, answer } = answerOf(rules, params);
  const inner = JSON.stringify(answer);
  const certificate =
    params.app_cert_sn === undefined ? '' : `"alipay_cert_sn":"${rules.certificates.alipay}",`;
  return `{"${key}":${inner},${certificate}"sign":"${signRsa2(inner, rules.alipayPrivateKeyPem)}"}`;
}
