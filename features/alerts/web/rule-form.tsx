import { Text } from '@mantine/core';
import { defineForm, type FormField, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { faults } from '#kit/protocol/faults.ts';
import { useAct } from '#kit/ui/api.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { kindDefinitions } from '../contract/kinds.ts';
import { alertsContract, type RuleRecord, toldChoices } from '../contract.ts';
import { useDeviceTexts } from './use-device-texts.ts';

const { saveRule, resetRule, listRules } = alertsContract;

interface RuleFormProps {
  rule: RuleRecord;
  roles: readonly { id: string; name: string }[];
  /** absent: of all sites */
  fieldId: string | undefined;
  onDone: () => void;
}

/** One rule at one place. */
export function RuleForm({ rule, roles, fieldId, onDone }: RuleFormProps) {
  const t = useText();
  useDeviceTexts();
  const { threshold } = kindDefinitions[rule.kind];
  const watched = (values: Record<string, unknown>) => values.enabled === true;
  const fields: FormField<typeof saveRule.input>[] = [
    { name: 'enabled', label: 'alerts:rules.enabled', wide: true },
    ...(threshold
      ? [
          {
            name: 'threshold' as const,
            label: 'alerts:rules.threshold',
            kind: 'number' as const,
            min: threshold.min,
            max: threshold.max,
            suffix: ` ${t(`alerts:unit.${threshold.unit}`)}`,
            showIf: watched,
            wide: true,
          },
        ]
      : []),
    {
      name: 'told',
      label: 'alerts:field.told',
      appearance: 'list',
      options: toldChoices.map((choice) => ({ value: choice, label: `alerts:told.${choice}` })),
      showIf: watched,
      wide: true,
    },
    {
      name: 'roleIds',
      label: 'alerts:field.roles',
      kind: 'choices',
      appearance: 'list',
      options: roles.map(({ id, name }) => ({ value: id, label: name, plain: true })),
      showIf: (values) => watched(values) && values.told === 'roles',
      wide: true,
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
            wide: true,
          },
        ]
      : []),
  ];
  const { source: _, ...initial } = rule;
  const form = defineForm({
    schema: saveRule.input,
    initial: { ...initial, fieldId: fieldId ?? null },
    header: (
      <Text size="sm" c="dimmed">
        {t(`alerts:kind.${rule.kind}.hint`)}
      </Text>
    ),
    fields,
    submit: submitTo(saveRule),
    submitLabel: 'alerts:rules.save',
    success: 'alerts:rules.saved',
    invalidates: [listRules],
    guard: false,
    secondary: <ResetButton rule={rule} fieldId={fieldId} onDone={onDone} />,
    afterwards: onDone,
  });
  return <FormPage definition={form} />;
}

/** Only what stands at this very place can be dropped. */
function ResetButton({ rule, fieldId, onDone }: Pick<RuleFormProps, 'rule' | 'fieldId' | 'onDone'>) {
  const t = useText();
  const reset = useAct(resetRule, {
    success: 'alerts:rules.resetDone',
    invalidates: [listRules],
    onDone,
  });
  if (rule.source !== (fieldId ? 'site' : 'merchant')) return null;
  return (
    <ConfirmButton
      variant="default"
      loading={reset.isPending}
      title={t('alerts:rules.resetTitle')}
      body={t('alerts:rules.resetBody')}
      onConfirm={() => reset.mutate({ kind: rule.kind, fieldId })}
    >
      {t('alerts:rules.reset')}
    </ConfirmButton>
  );
}
