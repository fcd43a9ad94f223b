import { useEffect } from 'react';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { useRegions } from '#kit/ui/fields/region-field.tsx';
import { TextField } from '#kit/ui/fields/text-fields.tsx';

function Address({ value, values, onChange, ...props }: CustomFieldProps) {
  const regions = useRegions();
  const address = value as string | undefined;
  const named = address ? regions?.regionInAddress(address) : undefined;
  // also for what was written before the table of districts came
  // biome-ignore lint/correctness/useExhaustiveDependencies: another district is what there is to tell
  useEffect(() => {
    if (named && values.address === address) onChange({ address, named });
  }, [named]);
  return (
    <TextField {...props} maxLength={120} value={address} onChange={(next) => onChange({ address: next })} />
  );
}

export const AddressField = (props: CustomFieldProps) => <Address {...props} />;
