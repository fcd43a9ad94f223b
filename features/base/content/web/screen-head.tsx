import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from '#kit/ui/display.tsx';
import classes from './content.module.css';

/** First line of a reading page, under the title in the shell's bar: what it is for, and what can be done. */
export function ScreenHead({ hint, children }: { hint?: ReactNode; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="center" gap="sm" className={classes.head}>
      <Hint>{hint}</Hint>
      {children}
    </Group>
  );
}
