import '#kit/ui/all-styles.ts';
import { TagsInput } from '@mantine/core';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { useCall } from '#kit/ui/api.ts';
import { mostTags } from '../contract/members.ts';
import { membersContract } from '../contract.ts';

/** Tags that others have are offered, so that there are few and they mean the same. */
export function TagsField({ value, onChange, label, description, error, disabled, name }: CustomFieldProps) {
  const { data = [] } = useCall(membersContract.listTags, {});
  return (
    <TagsInput
      name={name}
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      disabled={disabled}
      maxTags={mostTags}
      data={data.map(({ tag }) => tag)}
      value={(value as string[] | undefined) ?? []}
      onChange={onChange}
    />
  );
}
