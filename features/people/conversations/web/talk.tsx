import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { Chat } from '#kit/pages/chat.tsx';
import { act, useAct, useCall } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { fetchFile } from '#kit/ui/fetch-file.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLive } from '#kit/ui/live.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { sendPicture } from '#kit/ui/send-picture.ts';
import { useCan, useSession } from '#kit/ui/session.ts';
import { useChat } from '#kit/ui/use-chat.ts';
import { conversationMoved } from '../contract/events.ts';
import { mostLetters } from '../contract/shared.ts';
import type { ConversationRecord } from '../contract/staff.ts';
import { conversationsContract as calls } from '../contract.ts';
import { Wait } from './conversation-list.tsx';
import classes from './reply.module.css';

const mine = ['staff', 'auto'] as const;
const mostQuick = 100;

interface TalkProps {
  conversationId: string;
  /** on a phone: the way to what stands beside it on a desk */
  onBeside: (() => void) | undefined;
}

/** One conversation: who it is with, what can be done with it, and what was written. */
export function Talk({ conversationId, onBeside }: TalkProps) {
  return (
    <div className={classes.talk}>
      <Loaded call={[calls.readConversation, { conversationId }]} skeleton="list">
        {(conversation) => (
          <>
            <Head conversation={conversation} onBeside={onBeside} />
            <Messages conversationId={conversationId} playerName={conversation.playerName} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Messages({ conversationId, playerName }: { conversationId: string; playerName: string | null }) {
  const t = useText();
  const mayAnswer = useCan(calls.sendMessage);
  const { data: quick } = useCall(calls.listQuickReplies, { size: mostQuick }, { enabled: mayAnswer });
  const chat = useChat(conversationId, {
    load: (wanted) => client.call(calls.listMessages, { conversationId, ...wanted }),
    read: (seq) => act(calls.markRead, { conversationId, seq }),
  });
  const { refresh, thread } = chat;
  useLive(conversationMoved, ({ id }) => {
    if (id === conversationId) void refresh();
  });
  if (!thread)
    return chat.failure ? (
      <ErrorState error={new Error(chat.failure)} onRetry={() => void refresh()} />
    ) : (
      <ListSkeleton rows={4} />
    );
  const writing = {
    send: async (text: string) => {
      await act(calls.sendMessage, { conversationId, text });
      await refresh();
    },
    sendPicture: async (file: File) => {
      await sendPicture(client, calls.sendPicture.path, file, { conversationId });
      await refresh();
    },
  };
  return (
    <Chat
      name={conversationId}
      thread={thread}
      mine={mine}
      nameOf={({ side, userName }) =>
        side === 'player'
          ? playerName || t('conversations:page.nameless')
          : side === 'auto'
            ? t('conversations:own.byItself')
            : (userName ?? undefined)
      }
      picture={(id) => fetchFile(calls.readPicture.path.replace(':id', encodeURIComponent(id)))}
      older={chat.older}
      loadingOlder={chat.loadingOlder}
      mostLetters={mostLetters}
      quick={quick?.records ?? []}
      {...(mayAnswer && writing)}
    />
  );
}

function Head({
  conversation,
  onBeside,
}: { conversation: ConversationRecord } & Pick<TalkProps, 'onBeside'>) {
  const t = useText();
  const { playerName, state, fieldName, orderNumber, wait } = conversation;
  return (
    <header className={classes.head}>
      <div className={classes.line}>
        <Text component="h2" fw={700} truncate className={classes.grow}>
          {playerName || t('conversations:page.nameless')}
        </Text>
        {state !== 'open' && (
          <StatusBadge tone={state === 'solved' ? 'good' : 'quiet'}>
            {t(`conversations:state.${state}`)}
          </StatusBadge>
        )}
        <Wait wait={wait} />
        {onBeside && (
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('conversations:page.beside')}
            onClick={onBeside}
          >
            <Icon name="id" size={20} />
          </ActionIcon>
        )}
      </div>
      <Text size="sm" c="dimmed" truncate>
        {[fieldName, orderNumber && t('conversations:page.aboutOrder', { number: orderNumber })]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <div className={classes.tools}>
        <Tools conversation={conversation} />
      </div>
    </header>
  );
}

function Tools({
  conversation: { id: conversationId, state, wait, userId, userName },
}: {
  conversation: ConversationRecord;
}) {
  const t = useText();
  const mayAnswer = useCan(calls.solveConversation);
  const snooze = useAct(calls.snoozeConversation, { success: 'conversations:page.snoozed' });
  const wake = useAct(calls.wakeConversation);
  const solve = useAct(calls.solveConversation, { success: 'conversations:page.solved' });
  if (!mayAnswer) return userName && <Text size="sm">{t('conversations:page.has', { name: userName })}</Text>;
  return (
    <>
      <Assign conversationId={conversationId} userId={userId} userName={userName} />
      {state === 'open' && !wait.running && (
        <Button
          size="compact-md"
          variant="default"
          loading={snooze.isPending}
          onClick={() => snooze.mutate({ conversationId })}
        >
          {t('conversations:page.snooze')}
        </Button>
      )}
      {state === 'snoozed' && (
        <Button
          size="compact-md"
          variant="default"
          loading={wake.isPending}
          onClick={() => wake.mutate({ conversationId })}
        >
          {t('conversations:page.wake')}
        </Button>
      )}
      {state !== 'solved' && (
        <Button
          size="compact-md"
          variant="light"
          leftSection={<Icon name="check" size={16} />}
          loading={solve.isPending}
          onClick={() => solve.mutate({ conversationId })}
        >
          {t('conversations:page.solve')}
        </Button>
      )}
    </>
  );
}

function Assign({
  conversationId,
  userId,
  userName,
}: {
  conversationId: string;
  userId: string | null;
  userName: string | null;
}) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const me = useSession();
  const assign = useAct(calls.assignConversation);
  const { data: colleagues } = useCall(calls.listColleagues, { conversationId }, { enabled: open });
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-start" width={240}>
      <Menu.Target>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<Icon name="user" size={16} />}
          loading={assign.isPending}
        >
          {userName ? t('conversations:page.has', { name: userName }) : t('conversations:page.nobodyHas')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="50dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('conversations:page.giveTo')}</Menu.Label>
        {(colleagues ?? []).map(({ id, name }) => (
          <Menu.Item
            key={id}
            disabled={id === userId}
            onClick={() => assign.mutate({ conversationId, userId: id })}
          >
            {id === me?.id ? t('conversations:page.me', { name }) : name}
          </Menu.Item>
        ))}
        {userId && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => assign.mutate({ conversationId })}>
              {t('conversations:page.giveBack')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
