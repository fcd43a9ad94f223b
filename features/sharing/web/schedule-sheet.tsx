import { Button } from '@mantine/core';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { type RuleRecord, rulesContract } from '../contract/rules.ts';
import { schedules } from '../contract/shared.ts';

const { listRules, readRule, setSchedule } = rulesContract;

export function ScheduleSheet({ rule, onClose }: { rule: RuleRecord; onClose: () => void }) {
  const t = useText();
  const form = useForm({
    schema: setSchedule.input,
    initial: { fieldId: rule.fieldId, schedule: rule.schedule ?? 'daily', paused: rule.paused },
    guard: false,
    onSubmit: async (data) => {
      await client.call(setSchedule, data);
      await invalidate(listRules, readRule);
      toast.success(t('kit:action.saved'));
      onClose();
    },
  });
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('sharing:automatic.scheduleTitle', { name: rule.fieldName ?? '' })}
      footer={
        <Button fullWidth size="md" loading={form.submitting} onClick={() => void form.submit()}>
          {t('kit:action.save')}
        </Button>
      }
    >
      <FormFields
        schema={setSchedule.input}
        form={form}
        fields={[
          {
            name: 'schedule',
            label: 'sharing:field.schedule',
            hint: 'sharing:automatic.scheduleHint',
            kind: 'choice',
            appearance: 'radio',
            wide: true,
            options: schedules.map((value) => ({ value, label: `sharing:schedule.${value}` })),
          },
          {
            name: 'paused',
            label: 'sharing:automatic.pause',
            hint: 'sharing:automatic.pauseHint',
            wide: true,
          },
        ]}
      />
    </Sheet>
  );
}
