import { type Action, callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { FormField } from '#kit/pages/form-definition.ts';
import { faults } from '#kit/protocol/faults.ts';
import { translate } from '#kit/ui/i18n.ts';
import { kindDefinitions } from '../contract/kinds.ts';
import { alertsContract, type RuleRecord } from '../contract.ts';
import { thresholdMeans } from '../rules/consequence-rules.ts';

const { saveRule, resetRule } = alertsContract;

/** One rule at one place, and whom it can be told to. */
export interface RuleSubject {
  rule: RuleRecord;
  roles: readonly { id: string; name: string }[];
  /** absent: of all sites */
  fieldId: string | undefined;
}

const watched = (values: Record<string, unknown>) => values.enabled === true;

function fieldsOf({ rule, roles }: RuleSubject): FormField<typeof saveRule.input>[] {
  const { threshold } = kindDefinitions[rule.kind];
  return [
    { name: 'enabled', label: 'alerts:rules.enabled' },
    ...(threshold
      ? [
          {
            name: 'threshold' as const,
            label: 'alerts:rules.threshold',
            kind: 'number' as const,
            min: threshold.min,
            max: threshold.max,
            comesTo: (values: Record<string, unknown>) => thresholdMeans(threshold.unit, values.threshold),
            suffix: ` ${translate(`alerts:unit.${threshold.unit}`)}`,
            showIf: watched,
          },
        ]
      : []),
    { name: 'told', label: 'alerts:field.told', appearance: 'list', showIf: watched },
    {
      name: 'roleIds',
      label: 'alerts:field.roles',
      kind: 'choices',
      appearance: 'list',
      options: roles.map(({ id, name }) => ({ value: id, label: name, plain: true })),
      showIf: (values) => watched(values) && values.told === 'roles',
    },
    ...(rule.kind === 'fault'
      ? [
          {
            name: 'mutedFaults' as const,
            label: 'alerts:field.muted',
            kind: 'choices' as const,
            appearance: 'list' as const,
            options: Object.keys(faults).map((code) => ({
              value: code,
              label: `devices:fault.${code}.name`,
            })),
            showIf: watched,
          },
        ]
      : []),
  ];
}

export const ruleActions: readonly Action<RuleSubject>[] = [
  {
    label: 'alerts:rules.edit',
    form: formAction({
      endpoint: saveRule,
      title: ({ rule }: RuleSubject, t) => t(`alerts:kindName.${rule.kind}`),
      submitLabel: 'alerts:rules.save',
      lead: ({ rule }, t) => t(`alerts:kind.${rule.kind}.hint`),
      fields: fieldsOf,
      initial: ({ rule: { source: _, ...rule }, fieldId }) => ({ ...rule, fieldId: fieldId ?? null }),
      success: 'alerts:rules.saved',
    }),
  },
  {
    label: 'alerts:rules.reset',
    // Only what stands at this very place can be dropped.
    visible: ({ rule, fieldId }) => rule.source === (fieldId ? 'site' : 'merchant'),
    call: callOf(resetRule, ({ rule, fieldId }: RuleSubject) => ({ kind: rule.kind, fieldId })),
    confirm: { title: 'alerts:rules.resetTitle', body: 'alerts:rules.resetBody' },
    success: 'alerts:rules.resetDone',
  },
];
