import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deviceCodeOf } from '#kit/protocol/messages.ts';
import { useText } from '#kit/ui/i18n.ts';

/** The code as it is printed under the QR code, typed by hand. */
export function CodeEntry({ onEntered }: { onEntered: (code: string) => void }) {
  const t = useText();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = deviceCodeOf(text);
    setWrong(!code);
    if (code) onEntered(code);
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          size="md"
          name="code"
          data-field="code"
          aria-label={t('devices:field.code')}
          placeholder={t('fleet:scan.codePlaceholder')}
          error={wrong && t('devices:error.codeForm')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <Button type="submit" size="md">
          {t('fleet:scan.next')}
        </Button>
      </Group>
    </form>
  );
}
