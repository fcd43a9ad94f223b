import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import classes from './orders.module.css';

const waitMs = 300;

/** The first thing on the page: number or phone. It stands in the address, so that back returns to it. */
export function SearchBox({ hint }: { hint: string }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState(query.get('q') ?? '');
  const store = useDebouncedCallback((value: string) => {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set('q', value);
        else next.delete('q');
        next.delete('current');
        return next;
      },
      { replace: true },
    );
  }, waitMs);
  const change = (value: string) => {
    setText(value);
    store(value.trim());
  };
  return (
    <div className={classes.search}>
      <TextInput
        type="search"
        inputMode="numeric"
        size="md"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        placeholder={t(hint)}
        aria-label={t(hint)}
        leftSection={<Icon name="search" size={18} />}
        rightSection={
          text && <CloseButton size="lg" aria-label={t('kit:ui.clear')} onClick={() => change('')} />
        }
      />
    </div>
  );
}
