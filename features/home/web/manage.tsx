import { Avatar, Button, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { loadMenu, useMenu } from '#kit/ui/menu.ts';
import { allGroups } from '#kit/ui/menu-tree.ts';
import { logout, useSession } from '#kit/ui/session.ts';
import { filterGroups } from './filter-groups.ts';
import styles from './home.module.css';
import { Tiles } from './tiles.tsx';

function Profile() {
  const user = useSession();
  if (!user) return null;
  return (
    <Link to="/account" className={`${styles.card} ${styles.profile}`}>
      <Avatar src={user.avatar || null} name={user.name} color="yard" size={48} alt="" />
      <div className={styles.profileText}>
        <Text fw={600} truncate>
          {user.name}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {[user.account, user.tenantName, user.roleName].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Icon name="chevron-right" size={20} />
    </Link>
  );
}

function Groups({ query }: { query: string }) {
  const t = useText();
  const { status, roots } = useMenu();
  if (status === 'failed')
    return (
      <EmptyState
        title={t('home:manage.failed')}
        action={<Button onClick={() => void loadMenu()}>{t('kit:action.retry')}</Button>}
      />
    );
  if (status !== 'ready') return <Skeleton height={220} radius="md" />;
  const groups = filterGroups(allGroups(roots), query);
  if (groups.length === 0)
    return <EmptyState title={t('home:manage.nothing')} hint={t('home:manage.nothingHint')} />;
  return groups.map((group) => (
    <Stack key={group.key} gap="sm" component="section">
      <Title order={2} size="h5">
        {group.name}
      </Title>
      <Tiles pages={group.pages} />
    </Stack>
  ));
}

export default function ManagePage() {
  const t = useText();
  const [query, setQuery] = useState('');
  return (
    <Stack gap="lg" className={styles.home}>
      <Profile />
      <TextInput
        type="search"
        aria-label={t('home:manage.search')}
        placeholder={t('home:manage.search')}
        leftSection={<Icon name="search" size={18} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <Groups query={query} />
      <Button
        variant="default"
        hiddenFrom="lg"
        leftSection={<Icon name="logout" />}
        onClick={() => void logout()}
      >
        {t('home:manage.logout')}
      </Button>
    </Stack>
  );
}
