import { Loader, Modal, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, NamedIcon } from '#kit/ui/icons.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import styles from './command-palette.module.css';
import { type Entry, useFound } from './use-found.ts';

export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const phone = usePhone();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('app:shell.search')}
      closeButtonProps={{ 'aria-label': t('kit:action.close') }}
      yOffset="10dvh"
      centered={false}
      size="lg"
      fullScreen={phone}
    >
      <Palette onClose={onClose} />
    </Modal>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  /** A scanner that types ends with Enter before the answer is there. */
  const [entered, setEntered] = useState(false);
  const { groups, settled } = useFound(query);
  const found = groups.flatMap(({ entries }) => entries);
  const chosen = found[Math.min(index, found.length - 1)];
  const open = (entry: Entry) => {
    onClose();
    navigate(entry.path);
  };
  const openLatest = useRef(open);
  openLatest.current = open;
  useEffect(() => {
    if (!entered || !settled) return;
    setEntered(false);
    if (chosen) openLatest.current(chosen);
  }, [entered, settled, chosen]);
  const optionId = (place: number) => `${listId}-${place}`;
  const move = (by: number) => {
    const next = (index + by + found.length) % Math.max(1, found.length);
    setIndex(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) setEntered(true);
    else return;
    event.preventDefault();
  };
  let place = 0;
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t('app:shell.search')}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen ? optionId(found.indexOf(chosen)) : undefined}
        placeholder={t('app:shell.searchHint')}
        leftSection={<Icon name="search" size={16} />}
        rightSection={settled ? null : <Loader size={16} aria-label={t('kit:state.loading')} />}
        value={query}
        maxLength={200}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setIndex(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('app:shell.search')} className={styles.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group.key} role="group" aria-label={group.name}>
            <div className={styles.title} aria-hidden>
              {group.name}
            </div>
            {group.entries.map((entry) => {
              const at = place++;
              return (
                <div
                  key={`${group.key} ${entry.path} ${entry.name}`}
                  id={optionId(at)}
                  role="option"
                  aria-selected={entry === chosen}
                  tabIndex={-1}
                  className={styles.option}
                  onClick={() => open(entry)}
                  onKeyDown={onKeyDown}
                >
                  <NamedIcon name={entry.icon} size={18} />
                  <span className={styles.name}>{entry.name}</span>
                  {entry.note && <span className={styles.note}>{entry.note}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {found.length === 0 && settled && query.trim() && (
        <Hint ta="center" py="md" role="status">
          {t('app:shell.noMatch')}
        </Hint>
      )}
    </>
  );
}
