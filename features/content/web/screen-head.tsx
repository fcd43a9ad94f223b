import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePhone } from '#kit/ui/phone.ts';
import classes from './content.module.css';

interface ScreenHeadProps {
  title: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}

/** Title line of a reading page. On the phone the shell's bar already shows the title. */
export function ScreenHead({ title, hint, children }: ScreenHeadProps) {
  const phone = usePhone();
  if (phone && !hint && !children) return <h1 className={classes.unseen}>{title}</h1>;
  return (
    <Group justify="space-between" align="center" gap="sm" className={classes.head}>
      <div>
        <Title order={1} size="h3" className={phone ? classes.unseen : undefined}>
          {title}
        </Title>
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      {children}
    </Group>
  );
}
