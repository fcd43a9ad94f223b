import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Endless } from '#kit/pages/endless.tsx';
import { useAct, useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { contentContract } from '../contract.ts';
import classes from './content.module.css';
import { type Message, MessageItem } from './message-item.tsx';
import { ScreenHead } from './screen-head.tsx';

const pageSize = 20;

export default function SystemMessagePage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const unreadOnly = query.get('show') === 'unread';
  const { data: unread } = useCall(contentContract.unreadMessages, {});
  const readAll = useAct(contentContract.readAllMessages, { success: 'content:message.allRead' });
  const show = (value: string) => setQuery(value === 'unread' ? { show: 'unread' } : {}, { replace: true });
  return (
    <div className={classes.narrow}>
      <ScreenHead hint={unread && t('content:message.unreadCount', { count: unread.count })}>
        <Button
          variant="light"
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
  const readOne = useAct(contentContract.readMessage, { quiet: true });
  const [open, setOpen] = useState(opened);
  const { mutate: markRead } = readOne;
  // One that was opened from the bell is read, also when this page was open already.
  useEffect(() => {
    setOpen(opened);
    if (opened) markRead({ id: opened });
  }, [opened, markRead]);
  const toggle = (message: Message) => {
    setOpen(open === message.id ? null : message.id);
    if (!message.read) readOne.mutate({ id: message.id });
  };
  return (
    <Endless
      call={[contentContract.listMessages, { unread: unreadOnly || undefined, size: pageSize }]}
      empty={{
        title: unreadOnly ? 'content:message.noneUnread' : 'content:message.none',
        hint: 'content:message.noneHint',
      }}
      rowHeight={56}
    >
      {(messages) => (
        <ul className={`${classes.lines} ${classes.list}`}>
          {messages.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              open={open === message.id}
              onToggle={() => toggle(message)}
            />
          ))}
        </ul>
      )}
    </Endless>
  );
}
