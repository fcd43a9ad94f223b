import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';

const typingPauseMs = 300;
export const keywordMax = 60;

export const keywordOf = (query: URLSearchParams) => (query.get('keyword') ?? '').trim().slice(0, keywordMax);

/** A search box whose word stands in the address. */
export function SearchBox({ placeholder }: { placeholder: string }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const [typed, setTyped] = useState(keywordOf(query));
  const search = useDebouncedCallback((keyword: string) => {
    const next = new URLSearchParams(query);
    next.delete('id');
    if (keyword.trim()) next.set('keyword', keyword.trim());
    else next.delete('keyword');
    setQuery(next, { replace: true });
  }, typingPauseMs);
  const change = (value: string) => {
    setTyped(value);
    search(value);
  };
  return (
    <TextInput
      type="search"
      mb="md"
      maxLength={keywordMax}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<Icon name="search" />}
      rightSection={
        typed && <CloseButton onClick={() => change('')} aria-label={t('content:search.clear')} />
      }
    />
  );
}
