import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { logout, useSession } from '#kit/ui/session.ts';
import styles from './staff.module.css';

export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const t = useText();
  const user = useSession();
  if (!user) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={styles.user}>
          <Avatar src={user.avatar || null} name={user.name} color="yard" size={32} alt="" />
          <span className={styles.userName}>{user.name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.account}
          {user.roleName && ` · ${user.roleName}`}
        </Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<Icon name="user" />}>
          {t('app:shell.account')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="key" />} onClick={onKeys}>
          {t('app:keys.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void logout()}>
          {t('app:shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
