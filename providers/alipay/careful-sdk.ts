import { AlipaySdk } from 'alipay-sdk';

/**
 * The SDK checks the signature over a piece of the raw text and then uses what it parsed from the whole: an answer that
 * names its part twice would be checked by the first and read from the last. Here both have to be the same thing.
 */
export class CarefulSdk extends AlipaySdk {
  override checkResponseSign(raw: string, responseKey: string, sign: string, traceId: string): void {
    const answer = JSON.parse(raw) as Record<string, unknown>;
    const key = responseKey in answer ? responseKey : 'error_response';
    if (typeof sign !== 'string') throw new Error('the answer is not signed');
    super.checkResponseSign(raw, key, sign, traceId);
    const signed = JSON.parse(this.getSignStr(raw, key)) as unknown;
    if (JSON.stringify(signed) !== JSON.stringify(answer[key]))
      throw new Error('the answer is not what was signed');
    // it says by which certificate it is to be checked; the SDK would check it by ours, whatever it says
    const { alipayCertSn } = this.config;
    if (alipayCertSn && answer.alipay_cert_sn !== alipayCertSn)
      throw new Error('the answer names another certificate of Alipay than is configured');
  }
}
