import { Button, Paper, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { type PageEndpoint, type RecordOf, useInfiniteCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import choices from './choices.module.css';

const pageSize = 30;
const searchPauseMs = 250;

interface ChooseRowProps<E extends PageEndpoint> {
  endpoint: E;
  /** what is asked for besides the words that were typed */
  input: (words: string | undefined) => Omit<InputOf<E>, 'current' | 'size'>;
  search: string;
  keyOf: (row: RecordOf<E>) => string;
  /** rows that are found and can not be chosen here */
  fits?: (row: RecordOf<E>) => boolean;
  lines: (row: RecordOf<E>) => readonly [what: string, where: string];
  end?: (row: RecordOf<E>) => ReactNode;
  /** there is nothing to choose from, whatever one types */
  none: ReactNode;
  noMatchHint?: string;
  onChoose: (row: RecordOf<E>) => void;
}

/** One of many, found by typing; more of them come when asked for. */
export function ChooseRow<E extends PageEndpoint>(props: ChooseRowProps<E>) {
  const { endpoint, input, fits = () => true } = props;
  const t = useText();
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), searchPauseMs);
  const asked = { ...input(words || undefined), size: pageSize } as Omit<InputOf<E>, 'current'>;
  const query = useInfiniteCall(endpoint, asked);
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const found = query.data?.records.filter(fits);
  if (found?.length === 0 && !query.hasNextPage && words === '') return props.none;
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        maw={720}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        placeholder={props.search}
        aria-label={props.search}
        leftSection={<Icon name="search" size={16} />}
      />
      {found === undefined ? (
        <ListSkeleton height={60} />
      ) : found.length === 0 ? (
        <EmptyState title={t('kit:page.noMatch')} hint={props.noMatchHint} />
      ) : (
        <Paper withBorder component="ul" className={`${choices.choices} ${choices.sideBySide}`}>
          {found.map((row) => (
            <li key={props.keyOf(row)}>
              <Choice {...props} row={row} />
            </li>
          ))}
        </Paper>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          maw={720}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('kit:page.more')}
        </Button>
      )}
    </Stack>
  );
}

function Choice<E extends PageEndpoint>({
  row,
  lines,
  end,
  onChoose,
}: Pick<ChooseRowProps<E>, 'lines' | 'end' | 'onChoose'> & { row: RecordOf<E> }) {
  const [what, where] = lines(row);
  return (
    <UnstyledButton className={choices.choice} onClick={() => onChoose(row)}>
      <span className={choices.text}>
        <Text component="span" fw={600} display="block" truncate>
          {what}
        </Text>
        <Text component="span" size="sm" c="dimmed" display="block" truncate>
          {where}
        </Text>
      </span>
      {end?.(row)}
      <Icon name="chevron-right" />
    </UnstyledButton>
  );
}
