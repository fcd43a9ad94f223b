import type { WeekPeriod } from '#kit/contract/schemas.ts';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { notPast } from '#kit/pages/not-past.ts';
import { WeekPeriodsField } from '#kit/ui/fields/week-periods-field.tsx';
import { useText } from '#kit/ui/i18n.ts';

function HoursField({ value, onChange, label, error, disabled, name }: CustomFieldProps) {
  const t = useText();
  return (
    <WeekPeriodsField
      name={name}
      label={label}
      error={error}
      disabled={disabled}
      value={(value as WeekPeriod[] | undefined) ?? []}
      onChange={(next) => onChange(next ?? [])}
      none={t('packages:hint.allDay')}
      first={{ label: t('packages:action.addHours'), period: '10:00-18:00' }}
    />
  );
}

/** On which days of the week and when. */
export const hoursFieldSpec = {
  name: 'hours',
  label: 'packages:field.hours',
  section: 'packages:section.when',
  wide: true,
  render: (props: CustomFieldProps) => <HoursField {...props} />,
} as const;

/** When something holds, in the forms of packages and of discounts. */
export const termFieldSpecs = [
  { name: 'active', label: 'packages:field.active', section: 'packages:section.when' },
  {
    name: 'fromDay',
    label: 'packages:field.fromDay',
    section: 'packages:section.when',
    hint: 'packages:hint.days',
    check: notPast('fromDay'),
  },
  { name: 'toDay', label: 'packages:field.toDay', section: 'packages:section.when', check: notPast('toDay') },
  { ...hoursFieldSpec, check: notPast('hours') },
] as const;
