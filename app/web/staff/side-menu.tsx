import { ActionIcon, Button, Menu, ScrollArea, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { deviceStorage } from '#kit/ui/device-storage.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, NamedIcon } from '#kit/ui/icons.tsx';
import { loadMenu, type MenuNode, useMenu } from '#kit/ui/menu.ts';
import { allGroups, entryOfPath, type MenuGroup } from '#kit/ui/menu-tree.ts';
import { prefetch } from './prefetch.ts';
import styles from './staff.module.css';

const openKey = 'coinyard.menuOpen';

/** The area one is in is open, and those somebody opened; the first may be shut as long as one stays in it. */
function useOpenAreas(here: string | undefined) {
  const [pinned, setPinned] = useState<ReadonlySet<string>>(
    () => new Set((deviceStorage.getItem(openKey) ?? '').split('\n').filter(Boolean)),
  );
  const [shut, setShut] = useState<string>();
  const isOpen = (key: string) => pinned.has(key) || (key === here && key !== shut);
  const toggle = (key: string) => {
    const opens = !isOpen(key);
    const next = new Set(pinned);
    if (opens && key !== here) next.add(key);
    else next.delete(key);
    setPinned(next);
    setShut(opens ? undefined : key);
    deviceStorage.setItem(openKey, [...next].join('\n'));
  };
  return { isOpen, toggle };
}

/** A reader of one thing of a list, a page the menu does not know, is still in the area they came from. */
function useLastKnown(key: string | undefined): string | undefined {
  const [last, setLast] = useState(key);
  if (key !== undefined && key !== last) setLast(key);
  return key ?? last;
}

type Page = Pick<MenuNode, 'path' | 'name' | 'source'>;

function MenuLink({ page, current, narrow }: { page: Page; current: boolean; narrow: boolean }) {
  const link = (
    <Link
      to={page.path}
      className={styles.menuLink}
      aria-current={current ? 'page' : undefined}
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

interface AreaProps {
  area: MenuGroup;
  here: string | undefined;
  open: boolean;
  onToggle: () => void;
}

function Area({ area, here, open, onToggle }: AreaProps) {
  return (
    <div className={styles.menuGroup}>
      <UnstyledButton className={styles.menuTitle} onClick={onToggle} aria-expanded={open}>
        <NamedIcon name={area.icon} size={18} />
        <span>{area.name}</span>
        <span className={styles.chevron} data-closed={!open || undefined}>
          <Icon name="chevron-down" size={16} />
        </span>
      </UnstyledButton>
      {open && (
        <div className={styles.menuEntries}>
          {area.pages.map((page) => (
            <MenuLink key={page.id} page={page} current={page.path === here} narrow={false} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Where there is room for icons alone, an area opens beside the menu. */
function NarrowArea({ area, here }: Pick<AreaProps, 'area' | 'here'>) {
  return (
    <Menu position="right-start" width={220} trigger="click-hover">
      <Menu.Target>
        <ActionIcon
          variant={area.pages.some(({ path }) => path === here) ? 'light' : 'subtle'}
          color={area.pages.some(({ path }) => path === here) ? undefined : 'gray'}
          size={44}
          aria-label={area.name}
        >
          <NamedIcon name={area.icon} size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{area.name}</Menu.Label>
        {area.pages.map((page) => (
          <Menu.Item
            key={page.id}
            component={Link}
            to={page.path}
            aria-current={page.path === here ? 'page' : undefined}
            leftSection={<NamedIcon name={page.source} size={16} />}
            onPointerEnter={() => prefetch(page.path)}
          >
            {page.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function SideMenu({ narrow }: { narrow: boolean }) {
  const t = useText();
  const { pathname } = useLocation();
  const { status, roots } = useMenu();
  const areas = allGroups(roots);
  const here = entryOfPath(roots, pathname)?.path ?? pathname;
  const { isOpen, toggle } = useOpenAreas(
    useLastKnown(areas.find(({ pages }) => pages.some(({ path }) => path === here))?.key),
  );
  const always: Page[] = [
    { path: '/home', name: t('app:shell.home'), source: 'home' },
    { path: '/manage', name: t('app:shell.manage'), source: 'layout-grid' },
  ];
  return (
    <ScrollArea className={styles.menuScroll} type="hover" scrollbarSize={6}>
      <nav aria-label={t('app:shell.mainMenu')} className={styles.menu}>
        {always.map((page) => (
          <MenuLink key={page.path} page={page} current={page.path === here} narrow={narrow} />
        ))}
        {areas.map((area) =>
          narrow ? (
            <NarrowArea key={area.key} area={area} here={here} />
          ) : (
            <Area
              key={area.key}
              area={area}
              here={here}
              open={isOpen(area.key)}
              onToggle={() => toggle(area.key)}
            />
          ),
        )}
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
