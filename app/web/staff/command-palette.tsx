import { Modal, ScrollArea, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { loadNamespaces, useText } from '#kit/ui/i18n.ts';
import { Icon, NamedIcon } from '#kit/ui/icons.tsx';
import { useSession } from '#kit/ui/session.ts';
import { linkableScreens } from '../screen-access.ts';
import type { KnownScreen } from '../screens.ts';
import styles from './command-palette.module.css';
import { matchEntries } from './match-entries.ts';

interface Entry {
  path: string;
  name: string;
  icon: string | undefined;
}

/** All screens this person may open by name, wherever the menu hides them. */
function useEntries(opened: boolean): Entry[] {
  const t = useText();
  const user = useSession();
  const [screens, setScreens] = useState<readonly KnownScreen[]>([]);
  useEffect(() => {
    if (!opened) return;
    let wanted = true;
    void linkableScreens(user).then(async (found) => {
      await loadNamespaces(...new Set(found.map((screen) => screen.feature))).catch(() => {});
      if (wanted) setScreens(found);
    });
    return () => {
      wanted = false;
    };
  }, [opened, user]);
  return useMemo(
    () =>
      screens.map((screen) => ({
        path: screen.path,
        name: t(`${screen.feature}:screen.${screen.title}`),
        icon: screen.menu?.icon,
      })),
    [screens, t],
  );
}

export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('app:shell.search')}
      closeButtonProps={{ 'aria-label': t('kit:action.close') }}
      yOffset="10dvh"
      centered={false}
    >
      <Palette opened={opened} onClose={onClose} />
    </Modal>
  );
}

function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = matchEntries(useEntries(opened), query);
  const chosen = found[Math.min(index, found.length - 1)];
  const open = (entry: Entry) => {
    onClose();
    navigate(entry.path);
  };
  const move = (by: number) => {
    const next = (index + by + found.length) % Math.max(1, found.length);
    setIndex(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen) open(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t('app:shell.search')}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}${chosen.path}` : undefined}
        placeholder={t('app:shell.searchHint')}
        leftSection={<Icon name="search" size={16} />}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ScrollArea.Autosize mah="50dvh" mt="sm">
        <div ref={list} id={listId} role="listbox" aria-label={t('app:shell.search')}>
          {found.map((entry) => (
            <div
              key={entry.path}
              id={`${listId}${entry.path}`}
              role="option"
              aria-selected={entry === chosen}
              tabIndex={-1}
              className={styles.option}
              onClick={() => open(entry)}
              onKeyDown={onKeyDown}
            >
              <NamedIcon name={entry.icon} size={18} />
              <span>{entry.name}</span>
              <code>{entry.path}</code>
            </div>
          ))}
        </div>
        {found.length === 0 && query && (
          <Text c="dimmed" size="sm" ta="center" py="md">
            {t('app:shell.noMatch')}
          </Text>
        )}
      </ScrollArea.Autosize>
    </>
  );
}
