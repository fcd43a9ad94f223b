import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import classes from './thing-picture.module.css';

interface ThingPictureProps {
  picture: string | null;
  size?: number;
  /** where there is no picture */
  icon?: IconName | undefined;
}

/** The name stands beside it, so the picture itself says nothing to a screen reader. */
export function ThingPicture({ picture, size = 44, icon = 'package' }: ThingPictureProps) {
  return (
    <span className={classes.picture} style={{ width: size, height: size }}>
      {picture ? (
        <img src={picture} alt="" loading="lazy" width={size} height={size} />
      ) : (
        <Icon name={icon} size={size / 2} />
      )}
    </span>
  );
}

/** In a table. */
export function PicturedWords({ children, ...picture }: ThingPictureProps & { children: ReactNode }) {
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <ThingPicture {...picture} size={36} />
      {children}
    </Group>
  );
}
