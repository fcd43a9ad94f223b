import { Group } from '@mantine/core';
import { Icon, type IconName } from './icons.tsx';
import { usePhone } from './phone.ts';
import classes from './thing-picture.module.css';

interface ThingPictureProps {
  picture: string | null;
  size?: number;
  /** where there is no picture */
  icon?: IconName;
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

/** In a list. On the phone the picture stands at the left of the row already. */
export function PicturedName({ name, ...picture }: ThingPictureProps & { name: string }) {
  if (usePhone()) return name;
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <ThingPicture {...picture} size={36} />
      {name}
    </Group>
  );
}
