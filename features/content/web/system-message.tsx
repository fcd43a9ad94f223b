import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall, useInfiniteCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { contentContract } from '../contract.ts';
import classes from './content.module.css';
import { type Message, MessageItem } from './message-item.tsx';
import { ScreenHead } from './screen-head.tsx';
import { useLiveInbox, useReading } from './use-messages.ts';

const pageSize = 20;

export default function SystemMessagePage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const unreadOnly = query.get('show') === 'unread';
  const { data: unread } = useCall(contentContract.unreadMessages, {});
  const { readAll } = useReading();
  useLiveInbox();
  const show = (value: string) => setQuery(value === 'unread' ? { show: 'unread' } : {}, { replace: true });
  return (
    <div className={classes.narrow}>
      <ScreenHead hint={unread && t('content:message.unreadCount', { count: unread.count })}>
        <Button
          variant="light"
          mih={44}
          leftSection={<Icon name="check" />}
          disabled={!unread?.count}
          loading={readAll.isPending}
          onClick={() => readAll.mutate({})}
        >
          {t('content:message.readAll')}
        </Button>
      </ScreenHead>
      <SegmentedControl
        mb="md"
        value={unreadOnly ? 'unread' : 'all'}
        onChange={show}
        aria-label={t('content:message.show')}
        data={[
          { value: 'all', label: t('content:message.all') },
          { value: 'unread', label: t('content:message.unread') },
        ]}
      />
      <Inbox unreadOnly={unreadOnly} opened={query.get('id')} />
    </div>
  );
}

function Inbox({ unreadOnly, opened }: { unreadOnly: boolean; opened: string | null }) {
  const t = useText();
  const { readOne } = useReading();
  const [open, setOpen] = useState(opened);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteCall(
    contentContract.listMessages,
    { unread: unreadOnly || undefined, size: pageSize },
  );
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <ListSkeleton rows={6} height={56} />;
  }
  if (data.records.length === 0)
    return (
      <EmptyState
        title={t(unreadOnly ? 'content:message.noneUnread' : 'content:message.none')}
        hint={t('content:message.noneHint')}
      />
    );
  const toggle = (message: Message) => {
    setOpen(open === message.id ? null : message.id);
    if (!message.read) readOne.mutate({ id: message.id });
  };
  return (
    <>
      <ul className={`${classes.lines} ${classes.list}`}>
        {data.records.map((message) => (
          <MessageItem
            key={message.id}
            message={message}
            open={open === message.id}
            onToggle={() => toggle(message)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          fullWidth
          mt="md"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('content:read.more')}
        </Button>
      )}
    </>
  );
}
