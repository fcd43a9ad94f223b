import { ActionIcon } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { useMenu } from '#kit/ui/menu.ts';
import { allPages } from '#kit/ui/menu-tree.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { Slot } from '#kit/ui/slot.tsx';
import { FamilyTabs } from './family-tabs.tsx';
import { HelpLink } from './help-link.tsx';
import type { LayoutProps } from './layout-props.ts';
import { LiveState } from './live-state.tsx';
import { ScreenTitle } from './screen-title.tsx';
import { LanguageMenu, SchemeMenu } from './shell-controls.tsx';
import styles from './staff.module.css';

interface Tab {
  name: string;
  path: string;
  icon: IconName;
  /** everybody has it, whatever the menu says */
  always?: boolean;
}

const tabs: readonly Tab[] = [
  { name: 'home', path: '/home', icon: 'home', always: true },
  { name: 'machines', path: '/equipmentList', icon: 'device' },
  { name: 'scan', path: '/ewm', icon: 'scan' },
  { name: 'orders', path: '/order_center', icon: 'clipboard-list' },
  { name: 'mine', path: '/manage', icon: 'user', always: true },
];

/** What somebody does all day, under the thumb; what they have no right for is left out. */
function PhoneTabs({ pathname }: { pathname: string }) {
  const t = useText();
  const { status, roots } = useMenu();
  const known = new Set(allPages(roots).map(({ path }) => path));
  const waiting = status === 'empty' || status === 'loading';
  return (
    <nav className={styles.tabs} aria-label={t('app:shell.mainMenu')}>
      {tabs
        .filter(({ path, always }) => always || waiting || known.has(path))
        .map(({ name, path, icon, always }) => (
          <Link
            key={path}
            to={path}
            className={styles.tab}
            data-tab={name}
            // they keep their room until it is known whether there is a right
            style={waiting && !always ? { visibility: 'hidden' } : undefined}
            aria-current={path === pathname ? 'page' : undefined}
          >
            <span className={styles.tabIcon}>
              <Icon name={icon} size={name === 'scan' ? 26 : 22} />
            </span>
            <span>{t(`app:tab.${name}`)}</span>
          </Link>
        ))}
    </nav>
  );
}

export function PhoneLayout({ screen, onSearch, children }: LayoutProps) {
  const t = useText();
  const { pathname } = useLocation();
  const atTab = tabs.some(({ path }) => path === pathname);
  return (
    <div className={styles.phone}>
      <header className={styles.phoneBar}>
        {!atTab && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            onClick={() => navigation.back()}
            aria-label={t('app:shell.back')}
          >
            <Icon name="arrow-left" size={22} />
          </ActionIcon>
        )}
        <ScreenTitle screen={screen} className={styles.phoneTitle} />
        <LiveState />
        {pathname === '/home' && <Slot name="topBarMessages" />}
        {pathname === '/manage' && (
          <>
            <LanguageMenu />
            <SchemeMenu />
          </>
        )}
        <HelpLink screen={screen} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          onClick={onSearch}
          aria-label={t('app:shell.search')}
        >
          <Icon name="search" size={20} />
        </ActionIcon>
      </header>
      <main id="content" className={styles.phoneMain} data-tabs={atTab || undefined}>
        <FamilyTabs screen={screen} />
        {children}
      </main>
      {atTab && <PhoneTabs pathname={pathname} />}
    </div>
  );
}
