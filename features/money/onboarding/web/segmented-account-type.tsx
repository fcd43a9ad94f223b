import { SegmentedControl } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';
import type { AccountType } from '../fields.ts';
import { accountTypes } from '../fields.ts';

export function SegmentedAccountType({
  value,
  onChange,
}: {
  value: AccountType;
  onChange: (value: AccountType) => void;
}) {
  const t = useText();
  return (
    <SegmentedControl
      fullWidth
      value={value}
      onChange={(next) => onChange(next as AccountType)}
      aria-label={t('onboarding:field.accountType')}
      data={accountTypes.map((type) => ({ value: type, label: t(`onboarding:accountType.${type}`) }))}
    />
  );
}
