import { ActionIcon, Badge, Kbd, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebar } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { deviceStorage } from '#kit/ui/device-storage.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Slot } from '#kit/ui/slot.tsx';
import { useStore } from '#kit/ui/store.ts';
import { Brand, BrandMark } from '../brand.tsx';
import { FamilyTabs } from './family-tabs.tsx';
import { HelpLink } from './help-link.tsx';
import type { LayoutProps } from './layout-props.ts';
import { LiveState } from './live-state.tsx';
import { ScreenTitle } from './screen-title.tsx';
import { LanguageMenu, SchemeMenu } from './shell-controls.tsx';
import { SideMenu } from './side-menu.tsx';
import styles from './staff.module.css';
import { UserMenu } from './user-menu.tsx';

const narrowKey = 'coinyard.menuNarrow';

export function DeskLayout({ screen, onSearch, onKeys, children }: LayoutProps) {
  const t = useText();
  const { demo } = useStore(appConfigStore);
  const [narrow, setNarrow] = useState(() => deviceStorage.getItem(narrowKey) === '1');
  const toggleNarrow = () => {
    deviceStorage.setItem(narrowKey, narrow ? '0' : '1');
    setNarrow(!narrow);
  };
  return (
    <div className={styles.desk} data-narrow={narrow || undefined}>
      <a href="#content" className={styles.skip}>
        {t('app:shell.skip')}
      </a>
      <aside className={styles.side}>
        <Link to="/home" className={styles.brandLink} aria-label={t('app:shell.brand')}>
          {narrow ? <BrandMark /> : <Brand name={t('app:shell.brand')} />}
        </Link>
        <SideMenu narrow={narrow} />
      </aside>
      <header className={styles.topBar}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          onClick={toggleNarrow}
          aria-label={t(narrow ? 'app:shell.expand' : 'app:shell.collapse')}
        >
          <IconLayoutSidebar size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ScreenTitle screen={screen} className={styles.deskTitle} />
        <LiveState />
        <UnstyledButton className={styles.searchButton} onClick={onSearch}>
          <Icon name="search" size={16} />
          <span>{t('app:shell.search')}</span>
          <Kbd size="xs">/</Kbd>
        </UnstyledButton>
        {demo && (
          <Badge color="coin" variant="light">
            {t('app:shell.demo')}
          </Badge>
        )}
        <Slot name="topBarSite" />
        <Slot name="topBarMessages" />
        <HelpLink screen={screen} />
        <LanguageMenu />
        <SchemeMenu />
        <UserMenu onKeys={onKeys} />
      </header>
      <main id="content" className={styles.deskMain}>
        <FamilyTabs screen={screen} />
        {children}
      </main>
    </div>
  );
}
