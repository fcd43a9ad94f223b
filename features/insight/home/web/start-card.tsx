import { ActionIcon, Group, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import styles from './home.module.css';

interface Props {
  title: string;
  done: number;
  all: number;
  onDismiss: () => void;
  children: ReactNode;
}

/** How far one has come, the steps, and the way to put them aside. */
export function StartCard({ title, done, all, onDismiss, children }: Props) {
  const t = useText();
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <Group justify="space-between" wrap="nowrap">
        <Heading size="h4" id="first-steps">
          {title}
        </Heading>
        <ActionIcon variant="subtle" color="gray" onClick={onDismiss} aria-label={t('home:start.dismiss')}>
          <Icon name="x" />
        </ActionIcon>
      </Group>
      <Group gap="sm" wrap="nowrap">
        <Progress
          value={(done / all) * 100}
          flex={1}
          color="yard"
          aria-label={t('home:start.progress', { done, all })}
        />
        <Hint>{t('home:start.progress', { done, all })}</Hint>
      </Group>
      {children}
    </section>
  );
}
