import { Input, Text } from '@mantine/core';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';

/** A value of the form that is given and not to be edited: readable, unlike a greyed-out input. */
export function FixedValue({ label, value }: CustomFieldProps) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Text>{String(value ?? '')}</Text>
    </Input.Wrapper>
  );
}
