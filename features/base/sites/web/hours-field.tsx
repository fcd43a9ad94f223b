import { WeekPeriodsField } from '#kit/ui/fields/week-periods-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { OpeningPeriod } from '../contract.ts';

interface HoursFieldProps {
  value: readonly OpeningPeriod[];
  onChange: (value: OpeningPeriod[]) => void;
  label: string;
  error?: string;
  disabled?: boolean;
  name: string;
}

/** Opening hours of a site. */
export function HoursField({ value, onChange, ...props }: HoursFieldProps) {
  const t = useText();
  return (
    <WeekPeriodsField
      {...props}
      value={[...value]}
      onChange={(next) => onChange(next ?? [])}
      none={t('sites:hours.none')}
      first={{ label: t('sites:hours.copyEveryDay'), period: '10:00-22:00' }}
    />
  );
}
