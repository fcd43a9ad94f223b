import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '#kit/ui/i18n.ts';

interface Question {
  title: string;
  hint: string;
}

const maxLength = 200;

/** Asks why; resolves to the reason, or to undefined when the person thinks better of it. */
export function useReason(): { ask: (question: Question) => Promise<string | undefined>; dialog: ReactNode } {
  const t = useText();
  const [question, setQuestion] = useState<Question | undefined>();
  const [reason, setReason] = useState('');
  const answer = useRef<(reason: string | undefined) => void>(undefined);
  const settle = (value: string | undefined) => {
    answer.current?.(value);
    setQuestion(undefined);
  };
  return {
    ask: (next) => {
      setReason('');
      setQuestion(next);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    },
    dialog: (
      <Modal
        opened={question !== undefined}
        onClose={() => settle(undefined)}
        title={question?.title}
        closeButtonProps={{ 'aria-label': t('kit:action.close') }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {question?.hint}
          </Text>
          <Textarea
            label={t('accounts:field.reason')}
            withAsterisk
            autosize
            minRows={2}
            maxLength={maxLength}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => settle(undefined)}>
              {t('kit:action.cancel')}
            </Button>
            <Button color="red" disabled={!reason.trim()} onClick={() => settle(reason.trim())}>
              {t('kit:action.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    ),
  };
}
