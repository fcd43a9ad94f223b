import { useEffect, useState } from 'react';
import { momentText } from '#features/people/playerapp/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { Chat, ChatFoot } from '#kit/player/chat.tsx';
import { playerClient } from '#kit/player/client.ts';
import { ForPlayer } from '#kit/player/for-player.tsx';
import { useLive } from '#kit/player/live.ts';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { loadPicture, sendPicture } from '#kit/ui/send-picture.ts';
import { useChat } from '#kit/ui/use-chat.ts';
import { conversationMoved } from '../contract/events.ts';
import { mostLetters } from '../contract/shared.ts';
import { conversationsContract as calls } from '../contract.ts';
import { servicePath } from './addresses.ts';
import classes from './chat-page.module.css';

type Found = OutputOf<typeof calls.findOwnConversation>;
type About = { conversationId?: string; orderNumber?: string; fieldId?: string };

const askEveryMs = 20_000;
const names = ['conversationId', 'orderNumber', 'fieldId'] as const;

/** /program/my/service/chat: one conversation, or the beginning of one about an order or a shop. */
export default function ChatPage() {
  const t = useText();
  const query = useQuery();
  const name = names.find((one) => query.get(one));
  const about: About = name ? { [name]: query.get(name) ?? '' } : {};
  const title = t('conversations:screen.chat');
  return (
    <ForPlayer title={title} hint={t('conversations:own.nobodyHint')} back={servicePath}>
      {() =>
        name ? (
          <Talk key={JSON.stringify(about)} about={about} />
        ) : (
          <Page bar={<Bar title={title} back={servicePath} />} centred>
            <Blank title={t('conversations:own.withWhom')}>
              <LinkButton to={servicePath}>{t('conversations:screen.service')}</LinkButton>
            </Blank>
          </Page>
        )
      }
    </ForPlayer>
  );
}

function Talk({ about }: { about: About }) {
  const t = useText();
  const answer = useAnswer(calls.findOwnConversation, about, { everyMs: askEveryMs * 3 });
  const [begun, setBegun] = useState<string>();
  const found = answer.data;
  const id = begun ?? found?.id ?? undefined;
  const chat = useChat(id, {
    load: (wanted) => playerClient.call(calls.listOwnMessages, { conversationId: id ?? '', ...wanted }),
    read: (seq) => playerClient.call(calls.markOwnRead, { conversationId: id ?? '', seq }),
  });
  const { refresh } = chat;
  useLive(conversationMoved, (told) => {
    if (!told || told.id === id) void refresh();
  });
  useEffect(() => {
    // not every network lets sockets through
    const timer = setInterval(() => !document.hidden && void refresh(), askEveryMs);
    return () => clearInterval(timer);
  }, [refresh]);
  const sent = async ({ conversationId }: { conversationId: string }) => {
    setBegun(conversationId);
    await refresh();
  };
  const where: About = id ? { conversationId: id } : about;
  return (
    <Page
      bar={<Bar title={found?.fieldName ?? t('conversations:screen.chat')} back={servicePath} />}
      foot={
        found && (
          <ChatFoot
            mostLetters={mostLetters}
            send={async (text) => sent(await playerClient.call(calls.writeMessage, { ...where, text }))}
            sendPicture={async (file) => {
              await sent(await sendPicture(playerClient, calls.writePicture.path, file, where));
            }}
          />
        )
      }
    >
      <Answered answer={answer} skeleton={<Skeleton count={3} />}>
        {(place) => (
          <>
            <About place={place} />
            {chat.failure && !chat.thread && <Notice tone="bad">{chat.failure}</Notice>}
            {id && !chat.thread && !chat.failure && <Skeleton count={3} />}
            {!id && <Blank title={t('conversations:own.begin')} hint={t('conversations:own.beginHint')} />}
            {chat.thread && (
              <Chat
                thread={chat.thread}
                mine={mine}
                nameOf={({ side }) =>
                  side === 'player'
                    ? undefined
                    : t(side === 'auto' ? 'conversations:own.byItself' : 'conversations:own.shop')
                }
                picture={(message) =>
                  loadPicture(
                    playerClient,
                    calls.readOwnPicture.path.replace(':id', encodeURIComponent(message)),
                  )
                }
                older={chat.older}
                loadingOlder={chat.loadingOlder}
              />
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}

const mine = ['player'] as const;

/** What it is about, and whether somebody is there. */
function About({ place }: { place: Found }) {
  const t = useText();
  const order = place.orderNumber;
  return (
    <>
      {order && (
        <AppLink
          className={classes.about}
          to={`/program/my/OrdersCenter/OrderDetails?${new URLSearchParams({ orderNumber: order })}`}
        >
          {t('conversations:own.aboutOrder', { number: order })}
        </AppLink>
      )}
      {!place.open && (
        <Notice>
          {place.opensAt
            ? t('conversations:own.closedUntil', { at: momentText(place.opensAt) })
            : t('conversations:own.closed')}
        </Notice>
      )}
    </>
  );
}
