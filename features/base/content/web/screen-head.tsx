import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './content.module.css';

/** First line of a reading page, under the title in the shell's bar: what it is for, and what can be done. */
export function ScreenHead({ hint, children }: { hint?: ReactNode; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="center" gap="sm" className={classes.head}>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {children}
    </Group>
  );
}
