import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { askText } from '#kit/pages/ask.ts';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { onboardingContract } from '../contract.ts';

type Field = InputOf<typeof onboardingContract.revealNumber>['field'];

/** An identity number by place, birthday and the rest; a card number in groups of four. */
const grouped = (value: string, field: Field) =>
  field === 'idCard' ? value.replace(/^(.{6})(.{8})/, '$1 $2 ') : value.replace(/(.{4})(?=.)/g, '$1 ');

/** However many digits are hidden. */
const shortened = (masked: string) => masked.replace(/\*+/, ' **** ');

/** A masked number; a person who may look says why, and the look is logged. */
export function PrivateValue({
  masked,
  id,
  field,
}: {
  masked: string;
  /** of the submission or the bank card; without it there is nothing to look up */
  id: string | null;
  field: Field;
}) {
  const t = useText();
  const [value, setValue] = useState<string | undefined>();
  const may = useCan(onboardingContract.revealNumber);
  const reveal = useAct(onboardingContract.revealNumber, { onDone: (output) => setValue(output.value) });
  const look = async () => {
    const reason = await askText({
      title: `onboarding:reveal.title.${field}`,
      hint: 'onboarding:reveal.hint',
      label: 'onboarding:reveal.reason',
      required: true,
    });
    if (reason !== undefined && id !== null) reveal.mutate({ id, field, reason });
  };
  if (masked === '') return null;
  return (
    <Group gap="xs" component="span" wrap="wrap">
      <Text component="span" size="sm" ff="monospace">
        {value === undefined ? shortened(masked) : grouped(value, field)}
      </Text>
      {may && id !== null && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="eye" size={16} />}
          loading={reveal.isPending}
          onClick={() => (value === undefined ? void look() : setValue(undefined))}
        >
          {t(value === undefined ? 'onboarding:reveal.show' : 'onboarding:reveal.hide')}
        </Button>
      )}
    </Group>
  );
}
