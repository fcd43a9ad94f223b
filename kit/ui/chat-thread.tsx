import { Fragment, useLayoutEffect, useRef } from 'react';
import { formatDate } from '#kit/kernel/time.ts';
import { ChatPicture } from './chat-picture.tsx';
import {
  type ChatLine,
  type ChatMessage,
  chatLines,
  lastRead,
  newestSeq,
  oldestSeq,
  type Thread,
} from './chat-rules.ts';
import classes from './chat-thread.module.css';
import { useText } from './i18n.ts';

export interface ChatThreadProps<M extends ChatMessage> {
  thread: Thread<M>;
  /** the sides that stand at the right */
  mine: readonly string[];
  /** who wrote it, above the first of several messages; nothing where that is plain */
  nameOf: (message: M) => string | undefined;
  picture: (id: string) => Promise<Blob>;
  older: () => void;
  loadingOlder: boolean;
  /** what scrolls: the list itself, or the page around it */
  scrolls: 'list' | 'page';
}

const dayOf = (at: string) => formatDate(new Date(at), 'Y-m-d');
const nearEndPx = 160;

/** Stays at the newest message, unless the reader has gone back; what is loaded above moves nothing. */
function useKeptPlace(scrolls: 'list' | 'page', { first, last }: { first: number; last: number }) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, last: 0, height: 0, atEnd: true });
  useLayoutEffect(() => {
    const element = scrolls === 'list' ? list.current : document.scrollingElement;
    if (!element) return;
    const known = before.current;
    if (last !== known.last && known.atEnd) element.scrollTop = element.scrollHeight;
    else if (first < known.first && last === known.last)
      element.scrollTop += element.scrollHeight - known.height;
    const note = () => {
      const fromEnd = element.scrollHeight - element.scrollTop - element.clientHeight;
      before.current = { first, last, height: element.scrollHeight, atEnd: fromEnd < nearEndPx };
    };
    note();
    const target = scrolls === 'list' ? element : window;
    target.addEventListener('scroll', note, { passive: true });
    // pictures come later and make it longer
    const grown = new ResizeObserver(() => {
      if (before.current.atEnd) element.scrollTop = element.scrollHeight;
    });
    if (list.current?.firstElementChild) grown.observe(list.current.firstElementChild);
    return () => {
      target.removeEventListener('scroll', note);
      grown.disconnect();
    };
  }, [scrolls, first, last]);
  return list;
}

/** The messages of a conversation. Whatever was written is text: nothing in it is ever read as HTML. */
export function ChatThread<M extends ChatMessage>(props: ChatThreadProps<M>) {
  const { thread, mine, scrolls } = props;
  const t = useText();
  const list = useKeptPlace(scrolls, { first: oldestSeq(thread) ?? 0, last: newestSeq(thread) });
  const read = lastRead(thread, mine);
  return (
    <div
      ref={list}
      className={classes.thread}
      data-scrolls={scrolls}
      tabIndex={scrolls === 'list' ? 0 : undefined}
    >
      <div className={classes.inside}>
        {thread.hasOlder && (
          <button type="button" className={classes.older} disabled={props.loadingOlder} onClick={props.older}>
            {t(props.loadingOlder ? 'kit:chat.loading' : 'kit:chat.older')}
          </button>
        )}
        <ol className={classes.lines} aria-label={t('kit:chat.messages')} aria-live="polite">
          {chatLines(thread.messages, dayOf).map((line) => (
            <Fragment key={line.message.id}>
              {line.newDay && (
                <li className={classes.day}>
                  <time dateTime={dayOf(line.message.at)}>{dayOf(line.message.at)}</time>
                </li>
              )}
              <Line {...props} line={line} isRead={line.message.seq === read} />
            </Fragment>
          ))}
        </ol>
      </div>
    </div>
  );
}

function Line<M extends ChatMessage>({
  line: { message, newGroup },
  mine,
  nameOf,
  picture,
  isRead,
}: ChatThreadProps<M> & { line: ChatLine<M>; isRead: boolean }) {
  const t = useText();
  const name = newGroup ? nameOf(message) : undefined;
  return (
    <li
      className={classes.line}
      data-mine={mine.includes(message.side) || undefined}
      data-group={newGroup || undefined}
    >
      {name && <span className={classes.name}>{name}</span>}
      <span className={classes.row}>
        <span
          className={classes.bubble}
          data-side={message.side}
          data-picture={message.hasPicture || undefined}
        >
          {message.hasPicture ? (
            <ChatPicture load={() => picture(message.id)} />
          ) : (
            message.text || <em className={classes.aside}>{t('kit:chat.erased')}</em>
          )}
        </span>
        <span className={classes.when}>
          <time dateTime={message.at}>{formatDate(new Date(message.at), 'H:M')}</time>
          {isRead && <span>{t('kit:chat.read')}</span>}
        </span>
      </span>
    </li>
  );
}
