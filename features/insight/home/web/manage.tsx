import { Avatar, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, NamedIcon } from '#kit/ui/icons.tsx';
import { loadMenu, type MenuNode, useMenu } from '#kit/ui/menu.ts';
import { allGroups, tabsOf } from '#kit/ui/menu-tree.ts';
import { logout, useSession } from '#kit/ui/session.ts';
import { filterGroups } from './filter-groups.ts';
import styles from './manage.module.css';

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
        <Hint truncate>{[user.account, user.tenantName, user.roleName].filter(Boolean).join(' · ')}</Hint>
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
  return (
    <div className={styles.areas}>
      {groups.map((group) => (
        <section key={group.key} className={`${styles.card} ${styles.area}`}>
          <h2 className={styles.areaTitle}>
            <span className={styles.areaIcon}>
              <NamedIcon name={group.icon} size={20} />
            </span>
            {group.name}
          </h2>
          <ul className={styles.entries}>
            {group.pages.map((page) => (
              <li key={page.id}>
                <Entry page={page} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Under its name an entry says what else one finds there. */
function Entry({ page }: { page: MenuNode }) {
  const t = useText();
  const inside = tabsOf(page).filter(({ name }) => name !== page.name);
  return (
    <Link to={page.path} className={styles.entry}>
      <NamedIcon name={page.source} size={18} />
      <span className={styles.entryText}>
        <span>{page.name}</span>
        {inside.length > 0 && <small>{inside.map(({ name }) => name).join(t('kit:unit.comma'))}</small>}
      </span>
      <Icon name="chevron-right" size={16} />
    </Link>
  );
}

export default function ManagePage() {
  const t = useText();
  const [query, setQuery] = useState('');
  return (
    <Stack gap="lg" className={styles.page}>
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
