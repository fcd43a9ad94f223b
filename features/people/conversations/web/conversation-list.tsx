import { Badge, Button, SegmentedControl, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { durationText } from '#kit/kernel/duration.ts';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import { useInfiniteCall } from '#kit/ui/api.ts';
import { StatusBadge, Time } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { boxes, type ConversationRecord } from '../contract/staff.ts';
import { conversationsContract } from '../contract.ts';
import classes from './reply.module.css';

const size = 30;
const searchDelayMs = 300;

interface ListProps {
  chosen: string | undefined;
  onChoose: (conversationId: string) => void;
}

/** The conversations of a box, the newest message first, more as one goes on. */
export function ConversationList({ chosen, onChoose }: ListProps) {
  const t = useText();
  const [box, setBox] = useState<(typeof boxes)[number]>('open');
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), searchDelayMs);
  const answer = useInfiniteCall(conversationsContract.listConversations, { box, keyword, size });
  return (
    <>
      <div className={classes.filters}>
        <SegmentedControl
          fullWidth
          value={box}
          onChange={(value) => setBox(value as typeof box)}
          aria-label={t('conversations:page.boxes')}
          data={boxes.map((value) => ({ value, label: t(`conversations:box.${value}`) }))}
        />
        <TextInput
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={t('conversations:page.search')}
          aria-label={t('conversations:page.search')}
          leftSection={<Icon name="search" size={16} />}
        />
      </div>
      <div className={classes.list}>
        <Rows
          answer={answer}
          none={keyword ? 'kit:page.noMatch' : `conversations:none.${box}`}
          {...{ chosen, onChoose }}
        />
      </div>
    </>
  );
}

interface RowsProps extends ListProps {
  answer: ReturnType<typeof useInfiniteCall<typeof conversationsContract.listConversations>>;
  none: string;
}

function Rows({ answer, none, chosen, onChoose }: RowsProps) {
  const t = useText();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = answer;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={6} height={64} />
    );
  if (data.records.length === 0) return <EmptyState title={t(none)} />;
  return (
    <>
      <ul className={classes.rows} aria-label={t('conversations:page.list')}>
        {data.records.map((row) => (
          <li key={row.id}>
            <UnstyledButton
              className={classes.row}
              aria-current={row.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(row.id)}
            >
              <ListRow row={row} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button fullWidth variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('kit:page.more')}
        </Button>
      )}
    </>
  );
}

function ListRow({ row }: { row: ConversationRecord }) {
  const t = useText();
  return (
    <>
      <span className={classes.line}>
        <Text component="span" fw={row.unread > 0 ? 700 : 500} truncate className={classes.grow}>
          {row.playerName || t('conversations:page.nameless')}
        </Text>
        <span className={classes.time}>
          <Time value={row.lastAt} pattern="m-d H:M" />
        </span>
      </span>
      <span className={classes.line}>
        <Text component="span" size="sm" c="dimmed" truncate className={classes.grow}>
          {row.lastSide === 'player' ? '' : '→ '}
          {row.lastText || t('conversations:own.wordless')}
        </Text>
        {row.unread > 0 && (
          <Badge
            color="red.8"
            circle={row.unread < 10}
            aria-label={t('conversations:mark.unread', { count: row.unread })}
          >
            {row.unread}
          </Badge>
        )}
      </span>
      <span className={classes.line}>
        <Text component="span" size="xs" c="dimmed" truncate className={classes.grow}>
          {[row.fieldName, row.userName].filter(Boolean).join(' · ')}
        </Text>
        <Wait wait={row.wait} />
      </span>
    </>
  );
}

/** How long the player waits, counted while the shop is open; too long stands out. */
export function Wait({ wait: { seconds, running, late } }: Pick<ConversationRecord, 'wait'>) {
  const t = useText();
  if (!running || seconds === null) return null;
  // a message of this minute, or of the time the shop is closed
  const isLong = seconds * secondMs >= minuteMs;
  return (
    <StatusBadge tone={late ? 'bad' : 'waiting'}>
      {isLong
        ? t('conversations:page.waits', { time: durationText(t, seconds * secondMs) })
        : t('conversations:page.waiting')}
    </StatusBadge>
  );
}
