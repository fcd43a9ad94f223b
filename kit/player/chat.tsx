import type { ReactNode } from 'react';
import type { ChatMessage } from '#kit/ui/chat-rules.ts';
import { ChatThread, type ChatThreadProps } from '#kit/ui/chat-thread.tsx';
import { failureMessage } from '#kit/ui/failure.ts';
import { useText } from '#kit/ui/i18n.ts';
import { pictureTypes } from '#kit/ui/send-picture.ts';
import { useDraft } from '#kit/ui/use-draft.ts';
import classes from './chat.module.css';
import { Notice } from './notice.tsx';

/** The messages of a conversation as the body of a page: the page around them scrolls. */
export const Chat = <M extends ChatMessage>(props: Omit<ChatThreadProps<M>, 'scrolls'>) => (
  <ChatThread {...props} scrolls="page" />
);

interface ChatFootProps {
  /** fails with why; what was typed stays then */
  send: (text: string) => Promise<unknown>;
  sendPicture: (file: File) => Promise<unknown>;
  mostLetters: number;
  above?: ReactNode;
}

/** What one writes with, at the lower edge. */
export function ChatFoot({ send, sendPicture, mostLetters, above }: ChatFootProps) {
  const t = useText();
  const draft = useDraft({ send, sendPicture, failureText: failureMessage });
  const { busy, failure } = draft;
  return (
    <>
      {above}
      {failure && <Notice tone="bad">{failure}</Notice>}
      <form className={classes.foot} onSubmit={draft.onSubmit}>
        <label className={classes.pick} data-busy={busy || undefined}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M4 6h16v12H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01" />
          </svg>
          <span className={classes.hidden}>{t('kit:chat.sendPicture')}</span>
          <input
            type="file"
            className={classes.hidden}
            accept={pictureTypes}
            disabled={busy}
            onChange={(event) => {
              draft.sendFile(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </label>
        <textarea
          ref={draft.box}
          className={classes.box}
          rows={1}
          value={draft.text}
          maxLength={mostLetters}
          placeholder={t('kit:chat.write')}
          aria-label={t('kit:chat.write')}
          enterKeyHint="send"
          onChange={(event) => draft.setText(event.currentTarget.value)}
          onKeyDown={draft.onKeyDown}
        />
        <button
          type="submit"
          className={classes.send}
          disabled={busy || draft.isEmpty}
          aria-busy={busy || undefined}
        >
          {t('kit:chat.send')}
        </button>
      </form>
    </>
  );
}
