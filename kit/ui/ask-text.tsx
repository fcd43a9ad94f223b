import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from './i18n.ts';
import { useDialogCloser } from './navigation.ts';

/** All texts as people read them. */
export interface TextQuestion {
  title: string;
  hint?: string;
  label: string;
  placeholder?: string;
  confirm?: string;
  /** without it the answer may stay empty */
  required?: boolean;
  danger?: boolean;
}

const maxLength = 200;

/** Asks for a reason or a note; resolves to undefined when the person thinks better of it. */
export function useAskText(): {
  ask: (question: TextQuestion) => Promise<string | undefined>;
  dialog: ReactNode;
} {
  const t = useText();
  const [question, setQuestion] = useState<TextQuestion | undefined>();
  const [text, setText] = useState('');
  const answer = useRef<(text: string | undefined) => void>(undefined);
  const settle = (value: string | undefined) => {
    answer.current?.(value);
    setQuestion(undefined);
  };
  useDialogCloser(question !== undefined, () => settle(undefined));
  return {
    ask: (next) => {
      setText('');
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
          {question?.hint && (
            <Text size="sm" c="dimmed">
              {question.hint}
            </Text>
          )}
          <Textarea
            label={question?.label}
            placeholder={question?.placeholder}
            withAsterisk={question?.required}
            autosize
            minRows={2}
            maxLength={maxLength}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" mih={44} onClick={() => settle(undefined)}>
              {t('kit:action.cancel')}
            </Button>
            <Button
              mih={44}
              color={question?.danger ? 'red' : undefined}
              disabled={question?.required && !text.trim()}
              onClick={() => settle(text.trim())}
            >
              {question?.confirm ?? t('kit:action.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    ),
  };
}
