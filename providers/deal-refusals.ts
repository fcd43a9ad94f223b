import type { DealRefusalReason } from './deal-platform.ts';

type Verdict = DealRefusalReason | 'busy' | 'often';

/**
 * The words of refusals, for codes that are in no published list. The order counts: "refunded" codes are told to be used
 * too, and "beyond the time in which it can be cancelled" speaks of uses.
 */
const words: readonly (readonly [RegExp, Verdict])[] = [
  [/频繁|限流|too (?:often|many|frequent)/i, 'often'],
  [/繁忙|稍后|稍候|系统异常|系统错误|服务器|超时|system error/i, 'busy'],
  [/已撤销|已取消核销/, 'cancelledBefore'],
  [
    /(?:超过|超出|超时).*(?:撤销|小时|分钟)|(?:撤销).*(?:超过|超出|时限)|不(?:可|能|支持)(?:再)?撤销/,
    'tooLate',
  ],
  [/未授权|授权.*(?:过期|失效|无效|解除|取消)|appAuthToken|access_?token/i, 'notAuthorised'],
  [/退款|已退/, 'codeRefunded'],
  [/动态.*过期|二维码.*(?:失效|过期)|verify_token/, 'prepareAgain'],
  [/过期|已失效|未到.*时间|不在.*(?:有效期|使用时间)/, 'codeExpired'],
  [/适用门店|门店不(?:适用|支持)|非本店/, 'otherStore'],
  [/已(?:经)?(?:验|核销|使用|消费)|次数不足|used/, 'codeUsed'],
  [/不存在|查不到|无券|无效.*券|券.*(?:无效|有误|错误)|未找到/, 'codeUnknown'],
];

export function verdictOf(
  codes: Readonly<Record<string, Verdict>>,
  code: string | number,
  text: string,
): Verdict {
  return codes[String(code)] ?? words.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}
