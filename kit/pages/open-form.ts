import type { ReactNode } from 'react';
import { forgetWithPerson } from '#kit/ui/person.ts';
import { createStore } from '#kit/ui/store.ts';
import type { FormAction, Words } from './form-action.ts';

interface OpenedForm {
  kind: 'form';
  form: FormAction<unknown>;
  subject: unknown;
  title: Words<unknown> | undefined;
}
interface OpenedSheet {
  kind: 'sheet';
  title: ReactNode;
  size: number | undefined;
  content: (close: (answer?: unknown) => void) => ReactNode;
}
export type Opened = (OpenedForm | OpenedSheet) & {
  key: number;
  settle: (answer: unknown) => void;
};

/** Sheets from the oldest to the newest. `SheetHost` shows them, and is fetched when the first one opens. */
export const openedStore = createStore<readonly Opened[]>([]);
let made = 0;

forgetWithPerson(() => openedStore.set([]));

type Task = OpenedForm | OpenedSheet;
const open = (task: Task): Promise<unknown> =>
  new Promise((resolve) => {
    made += 1;
    openedStore.set([...openedStore.get(), { ...task, key: made, settle: resolve }]);
  });

/** Called when the sheet has slid away. */
export const forgetOpened = (key: number) =>
  openedStore.set(openedStore.get().filter((opened) => opened.key !== key));

/** Shows a form in a sheet; resolves to the answer of its call, or to undefined when the person thinks better of it. */
export function openForm<S>(form: FormAction<S>, subject: S, title?: Words<S>): Promise<unknown> {
  return open({
    kind: 'form',
    form: form as FormAction<unknown>,
    subject: form.from ? form.from(subject) : subject,
    title: title as Words<unknown> | undefined,
  });
}

/** Shows anything in a sheet; resolves to what `close` is given. Title and content are already in words. */
export const openSheet = (options: {
  title: ReactNode;
  content: (close: (answer?: unknown) => void) => ReactNode;
  size?: number;
}): Promise<unknown> => open({ kind: 'sheet', size: undefined, ...options });
