import { Button, Group, Input, TextInput } from '@mantine/core';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { openSheet } from '#kit/pages/open-form.ts';
import { inputProps } from '#kit/ui/fields/types.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { QrScanner } from '#kit/ui/qr-scanner.tsx';

/** The member's code: a scanner at the keyboard types it, a phone reads it with the camera. */
export function MemberCodeField(props: CustomFieldProps) {
  const t = useText();
  const { value, onChange } = props;
  const { label, description, error, withAsterisk, inputWrapperOrder, ...input } = inputProps(props);
  const scan = async () => {
    const found = await openSheet({
      title: t('rewards:page.scanMember'),
      content: (close) => <QrScanner codes="all" onFound={close} />,
    });
    if (typeof found === 'string') onChange(found.trim());
  };
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk, inputWrapperOrder }} id={input.name}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          {...input}
          id={input.name}
          error={Boolean(error)}
          flex={1}
          autoComplete="off"
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            // a scanner ends with Enter, which would send the form before the prize is chosen
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <Button variant="default" onClick={() => void scan()} leftSection={<Icon name="qrcode" />}>
          {t('rewards:action.scan')}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
