import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from './display.tsx';
import classes from './figures.module.css';

export interface Figure {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  tone?: 'bad';
}

/** A row of numbers that people came for. */
export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <div className={classes.figures}>
      {items.map(({ label, value, hint, tone }) => (
        <div key={label} className={classes.figure}>
          <Hint>{label}</Hint>
          <span className={classes.value} data-tone={tone}>
            {value}
          </span>
          {hint && (
            <Text size="xs" c="dimmed" component="span">
              {hint}
            </Text>
          )}
        </div>
      ))}
    </div>
  );
}

/** The one figure of a page. */
export const HeroFigure = ({ children }: { children: ReactNode }) => (
  <span className={classes.hero}>{children}</span>
);
