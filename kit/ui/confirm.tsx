import { Button, type ButtonProps, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { askedStore, type ConfirmOptions } from './asked.ts';
import { useText } from './i18n.ts';
import { useDialogCloser } from './navigation.ts';
import { forgetWithPerson } from './person.ts';
import { useStore } from './store.ts';

/** Asks in a dialog; resolves to whether the person went ahead. `ConfirmHost` (in the shell) shows it. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  askedStore.get()?.answer(false);
  return new Promise((resolve) => askedStore.set({ ...options, answer: resolve }));
}

forgetWithPerson(() => {
  askedStore.get()?.answer(false);
  askedStore.set(undefined);
});

export function ConfirmHost() {
  const current = useStore(askedStore);
  const settle = (yes: boolean) => {
    current?.answer(yes);
    askedStore.set(undefined);
  };
  return <ConfirmDialog options={current} onAnswer={settle} />;
}

function ConfirmDialog({
  options,
  onAnswer,
}: {
  options: ConfirmOptions | undefined;
  onAnswer: (yes: boolean) => void;
}) {
  const t = useText();
  const latest = useRef(onAnswer);
  latest.current = onAnswer;
  // The same function for as long as it is open, so that it keeps its place among what is open.
  const dismiss = useCallback(() => latest.current(false), []);
  useDialogCloser(options !== undefined, dismiss);
  // The dialog fades out after the answer: until then it keeps the words it asked with.
  const [last, setLast] = useState(options);
  if (options && options !== last) setLast(options);
  return (
    <Modal
      opened={options !== undefined}
      onClose={dismiss}
      title={last?.title}
      centered
      size="sm"
      closeButtonProps={{ 'aria-label': t('kit:action.close') }}
    >
      {last?.body && (
        <Text size="sm" c="dimmed" component="div">
          {last.body}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('kit:action.cancel')}
        </Button>
        <Button color={last?.danger ? 'red.9' : undefined} onClick={() => onAnswer(true)} data-autofocus>
          {last?.confirmLabel ?? t('kit:action.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}

interface ConfirmButtonProps extends ButtonProps, ConfirmOptions {
  children: ReactNode;
  onConfirm: () => unknown;
}

/** A button that asks before it acts. It brings its own dialog, so it works outside the staff shell too. */
export function ConfirmButton({
  title,
  body,
  confirmLabel,
  danger,
  onConfirm,
  children,
  ...button
}: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button color={danger ? 'red' : undefined} {...button} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <ConfirmDialog
        options={open ? { title, body, confirmLabel, danger } : undefined}
        onAnswer={(yes) => {
          setOpen(false);
          if (yes) void onConfirm();
        }}
      />
    </>
  );
}
