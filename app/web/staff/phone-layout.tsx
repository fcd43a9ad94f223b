import { ActionIcon } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { useMenu } from '#kit/ui/menu.ts';
import { rootOfPath } from '#kit/ui/menu-tree.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { Slot } from '#kit/ui/slot.tsx';
import type { LayoutProps } from './layout-props.ts';
import { LiveState } from './live-state.tsx';
import { ScreenTitle } from './screen-title.tsx';
import { LanguageMenu, SchemeMenu } from './shell-controls.tsx';
import styles from './staff.module.css';

interface Tab {
  root: string;
  path: string;
  icon: IconName;
}

/** The three roots of the menu; each tab lands on the page that gathers its root. */
const tabs: readonly Tab[] = [
  { root: 'sy', path: '/home', icon: 'home' },
  { root: 'cpdt', path: '/productDynamics', icon: 'news' },
  { root: 'my', path: '/manage', icon: 'user' },
];

const isTabPage = (path: string) => tabs.some((tab) => tab.path === path);

export function PhoneLayout({ screen, onSearch, children }: LayoutProps) {
  const t = useText();
  const { pathname } = useLocation();
  const { roots } = useMenu();
  const atTab = isTabPage(pathname);
  const active = tabs.find((tab) => tab.path === pathname)?.root ?? rootOfPath(roots, pathname);
  return (
    <div className={styles.phone}>
      <header className={styles.phoneBar}>
        {atTab ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            onClick={onSearch}
            aria-label={t('app:shell.search')}
          >
            <Icon name="search" size={20} />
          </ActionIcon>
        ) : (
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
      </header>
      <main id="content" className={styles.phoneMain} data-tabs={atTab || undefined}>
        {children}
      </main>
      {atTab && (
        <nav className={styles.tabs} aria-label={t('app:shell.mainMenu')}>
          {tabs.map((tab) => (
            <Link
              key={tab.root}
              to={tab.path}
              className={styles.tab}
              aria-current={active === tab.root ? 'page' : undefined}
            >
              <Icon name={tab.icon} size={22} />
              <span>{t(`kit:menu.${tab.root}`)}</span>
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
