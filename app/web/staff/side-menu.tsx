import { Button, ScrollArea, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { deviceStorage } from '#kit/ui/device-storage.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, NamedIcon } from '#kit/ui/icons.tsx';
import { loadMenu, type MenuNode, useMenu } from '#kit/ui/menu.ts';
import { allGroups, type MenuGroup } from '#kit/ui/menu-tree.ts';
import { loadStaffScreens } from '../screens.ts';
import styles from './staff.module.css';

const closedKey = 'coinyard.menuClosed';

function useClosedGroups(): [ReadonlySet<string>, (key: string) => void] {
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set((deviceStorage.getItem(closedKey) ?? '').split('\n').filter(Boolean)),
  );
  const toggle = (key: string) => {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    deviceStorage.setItem(closedKey, [...next].join('\n'));
    setClosed(next);
  };
  return [closed, toggle];
}

/** The page's code is on its way before the click lands. */
function prefetch(path: string): void {
  void loadStaffScreens()
    .then((screens) => screens.find((screen) => screen.path === path)?.load())
    .catch(() => {});
}

function MenuLink({ page, narrow }: { page: Pick<MenuNode, 'path' | 'name' | 'source'>; narrow: boolean }) {
  const { pathname } = useLocation();
  const link = (
    <Link
      to={page.path}
      className={styles.menuLink}
      aria-current={pathname === page.path ? 'page' : undefined}
      aria-label={narrow ? page.name : undefined}
      onPointerEnter={() => prefetch(page.path)}
    >
      <NamedIcon name={page.source} size={18} />
      {!narrow && <span>{page.name}</span>}
    </Link>
  );
  return narrow ? (
    <Tooltip label={page.name} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function Group(props: { group: MenuGroup; narrow: boolean; closed: boolean; onToggle: () => void }) {
  const { group, narrow, closed } = props;
  const showPages = narrow || !closed;
  return (
    <div className={styles.menuGroup}>
      {group.name && !narrow && (
        <UnstyledButton className={styles.menuTitle} onClick={props.onToggle} aria-expanded={!closed}>
          <span>{group.name}</span>
          <span className={styles.chevron} data-closed={closed || undefined}>
            <Icon name="chevron-down" size={16} />
          </span>
        </UnstyledButton>
      )}
      {showPages && group.pages.map((page) => <MenuLink key={page.id} page={page} narrow={narrow} />)}
    </div>
  );
}

export function SideMenu({ narrow }: { narrow: boolean }) {
  const t = useText();
  const { status, roots } = useMenu();
  const [closed, toggle] = useClosedGroups();
  return (
    <ScrollArea className={styles.menuScroll} type="hover" scrollbarSize={6}>
      <nav aria-label={t('app:shell.mainMenu')} className={styles.menu}>
        <MenuLink page={{ path: '/home', name: t('app:shell.home'), source: 'home' }} narrow={narrow} />
        <MenuLink
          page={{ path: '/manage', name: t('app:shell.manage'), source: 'layout-grid' }}
          narrow={narrow}
        />
        {allGroups(roots).map((group) => (
          <Group
            key={group.key}
            group={{
              ...group,
              pages: group.pages.filter(({ path }) => path !== '/home' && path !== '/manage'),
            }}
            narrow={narrow}
            closed={closed.has(group.key)}
            onToggle={() => toggle(group.key)}
          />
        ))}
        {status === 'failed' && !narrow && (
          <div className={styles.menuFailed}>
            <Text size="sm">{t('app:shell.menuFailed')}</Text>
            <Button size="compact-sm" variant="light" onClick={() => void loadMenu()}>
              {t('kit:action.retry')}
            </Button>
          </div>
        )}
      </nav>
    </ScrollArea>
  );
}
