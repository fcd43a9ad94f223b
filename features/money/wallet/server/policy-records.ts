import type { StaffContext } from '#kit/server/context.ts';
import { type PolicyRules, policyRules } from '../contract/platform.ts';
import { ruleText } from '../rules/policy-rules.ts';
import type { Policy } from './policy-queries.ts';

export const rulesOf = (row: Policy): PolicyRules =>
  Object.fromEntries(policyRules.map((name) => [name, row[name]])) as PolicyRules;

/** Each rule that differs, with its value before and after. */
export function changesText({ services, language }: StaffContext, row: Policy, before?: Policy): string {
  return policyRules
    .filter((name) => before && before[name] !== row[name])
    .map((name) =>
      services.texts.say(language, 'wallet:rules.change', {
        name: services.texts.say(language, `wallet:rules.${name}`),
        before: ruleText(name, (before as Policy)[name]),
        after: ruleText(name, row[name]),
      }),
    )
    .join(' · ');
}
