import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';

interface Ways {
  /** fails with why; what was typed stays then */
  send: (text: string) => Promise<unknown>;
  sendPicture: (file: File) => Promise<unknown>;
  /** a failure in the reader's words */
  failureText: (error: unknown) => string;
}

/** What is typed below a conversation, and how it is sent: one thing at a time. */
export function useDraft({ send, sendPicture, failureText }: Ways) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  const words = text.trim();
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
      box.current?.focus();
    }
  };
  const sendWords = () =>
    run(async () => {
      if (words === '') return;
      await send(words);
      setText('');
    });
  return {
    box,
    text,
    setText,
    busy,
    failure,
    isEmpty: words === '',
    sendFile: (file: File | null | undefined) => file && void run(() => sendPicture(file)),
    onSubmit(event: SubmitEvent) {
      event.preventDefault();
      void sendWords();
    },
    onKeyDown(event: KeyboardEvent) {
      // shift makes a new line; an input method uses Enter for itself
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
      event.preventDefault();
      void sendWords();
    },
  };
}
