import { Button, Group, Input, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../i18n.ts';
import { type FieldProps, inputProps } from './types.ts';

const waitSeconds = 60;

interface CodeFieldProps extends FieldProps<string> {
  /** sends the message; a rejection (already shown by the caller) leaves the button ready */
  onSend?: () => Promise<unknown>;
}

/** Six digits from a text message, with the button that sends it. */
export function CodeField({ onSend, ...props }: CodeFieldProps) {
  const t = useText();
  const [leftSeconds, setLeftSeconds] = useState(0);
  const [sending, setSending] = useState(false);
  useEffect(() => {
    if (leftSeconds === 0) return;
    const timer = setTimeout(() => setLeftSeconds(leftSeconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [leftSeconds]);
  const send = async () => {
    setSending(true);
    try {
      await onSend?.();
      setLeftSeconds(waitSeconds);
    } catch {
      setLeftSeconds(0);
    } finally {
      setSending(false);
    }
  };
  const { label, description, error, withAsterisk, inputWrapperOrder, ...input } = inputProps(props);
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      withAsterisk={withAsterisk}
      inputWrapperOrder={inputWrapperOrder}
      id={input.name}
    >
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          {...input}
          id={input.name}
          error={Boolean(error)}
          value={props.value ?? ''}
          onChange={(event) => props.onChange(event.currentTarget.value.replace(/\D/g, '') || undefined)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          flex={1}
        />
        {onSend && (
          <Button
            variant="light"
            onClick={() => void send()}
            loading={sending}
            disabled={props.disabled || leftSeconds > 0}
            miw={112}
          >
            {leftSeconds > 0 ? t('kit:ui.sendAgainIn', { seconds: leftSeconds }) : t('kit:ui.sendCode')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
