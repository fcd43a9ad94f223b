import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { useMenu } from '#kit/ui/menu.ts';
import { entryOfPath, tabsOf } from '#kit/ui/menu-tree.ts';
import { type KnownScreen, loadStaffScreens } from '../screens.ts';
import styles from './family-tabs.module.css';
import { prefetch } from './prefetch.ts';
import { tabAddress } from './tab-address.ts';

function useStaffScreens(): readonly KnownScreen[] {
  const [screens, setScreens] = useState<readonly KnownScreen[]>([]);
  useEffect(() => {
    void loadStaffScreens().then(setScreens, () => {});
  }, []);
  return screens;
}

/**
 * The pages beside this one, as tabs: each keeps its own address and title. One goes among them in place, so that the
 * way back leads out of them all.
 */
export function FamilyTabs({ screen }: { screen: KnownScreen | undefined }) {
  const t = useText();
  const { status, roots } = useMenu();
  const { search } = useLocation();
  const known = useStaffScreens();
  const list = useRef<HTMLElement>(null);
  const path = screen?.path;
  const entry = path && screen.family ? entryOfPath(roots, path) : undefined;
  const tabs = entry ? tabsOf(entry) : [];
  const count = tabs.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is open or their number changes
  useLayoutEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (open && list.current)
      list.current.scrollLeft = open.offsetLeft - (list.current.clientWidth - open.offsetWidth) / 2;
  }, [path, count]);
  if (!screen?.family || (status === 'ready' && count < 2)) return null;
  return (
    <nav ref={list} className={styles.tabs} aria-label={t('app:shell.tabs')}>
      {tabs.map((tab) => {
        const target = known.find((candidate) => candidate.path === tab.path);
        return (
          <Link
            key={tab.path}
            to={tabAddress(tab.path, search, screen.keeps, target?.keeps)}
            replace
            className={styles.tab}
            aria-current={tab.path === path ? 'page' : undefined}
            onPointerEnter={() => prefetch(tab.path)}
          >
            {tab.name}
          </Link>
        );
      })}
    </nav>
  );
}
