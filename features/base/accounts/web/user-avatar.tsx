import { Avatar } from '@mantine/core';

/** A person's picture, or the first character of the name. */
export function UserAvatar({ name, avatar, size = 40 }: { name: string; avatar: string; size?: number }) {
  return (
    <Avatar src={avatar || null} alt="" size={size} radius="xl" color="yard">
      {[...name.trim()][0]?.toUpperCase()}
    </Avatar>
  );
}
