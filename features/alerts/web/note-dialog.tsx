import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { useDialogCloser } from '#kit/ui/navigation.ts';

interface Question {
  /** translation keys */
  title: string;
  hint?: string;
  confirm: string;
}

const maxLength = 200;

/** Asks for a note, which may stay empty; resolves to undefined when the person thinks better of it. */
export function useNote(): { ask: (question: Question) => Promise<string | undefined>; dialog: ReactNode } {
  const t = useText();
  const [question, setQuestion] = useState<Question | undefined>();
  const [note, setNote] = useState('');
  const answer = useRef<(note: string | undefined) => void>(undefined);
  const settle = (value: string | undefined) => {
    answer.current?.(value);
    setQuestion(undefined);
  };
  useDialogCloser(question !== undefined, () => settle(undefined));
  return {
    ask: (next) => {
      setNote('');
      setQuestion(next);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    },
    dialog: (
      <Modal
        opened={question !== undefined}
        onClose={() => settle(undefined)}
        title={question && t(question.title)}
        closeButtonProps={{ 'aria-label': t('kit:action.close') }}
      >
        <Stack>
          {question?.hint && (
            <Text size="sm" c="dimmed">
              {t(question.hint)}
            </Text>
          )}
          <Textarea
            label={t('alerts:field.note')}
            placeholder={t('alerts:list.noteHint')}
            autosize
            minRows={2}
            maxLength={maxLength}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" mih={44} onClick={() => settle(undefined)}>
              {t('kit:action.cancel')}
            </Button>
            <Button mih={44} onClick={() => settle(note.trim())}>
              {question && t(question.confirm)}
            </Button>
          </Group>
        </Stack>
      </Modal>
    ),
  };
}
