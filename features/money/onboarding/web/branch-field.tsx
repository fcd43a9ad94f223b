import { Autocomplete } from '@mantine/core';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { useCall } from '#kit/ui/api.ts';
import { onboardingContract } from '../contract.ts';

/** Known branches are offered; any other name may be typed. */
export function BranchField({
  value,
  onChange,
  label,
  description,
  error,
  required,
  disabled,
  name,
  values,
}: CustomFieldProps) {
  const bank = typeof values.bankCode === 'string' ? values.bankCode : '';
  const area = typeof values.bankRegionCode === 'string' ? values.bankRegionCode : undefined;
  const { data = [] } = useCall(onboardingContract.listBranches, { bank, area }, { enabled: bank !== '' });
  return (
    <Autocomplete
      label={label}
      description={description}
      error={error}
      withAsterisk={required}
      disabled={disabled}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-field={name}
      name={name}
      maxLength={80}
      data={data.map((branch) => branch.branchName)}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text || undefined)}
    />
  );
}
