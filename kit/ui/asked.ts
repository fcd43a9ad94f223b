import type { ReactNode } from 'react';
import { createStore } from './store.ts';

export interface ConfirmOptions {
  title: ReactNode;
  body?: ReactNode;
  /** text of the button that goes ahead; "Confirm" unless told */
  confirmLabel?: ReactNode;
  danger?: boolean;
}

interface Asked extends ConfirmOptions {
  answer: (yes: boolean) => void;
}

/** The question that waits for an answer; apart from the dialog, which a page without questions does not load. */
export const askedStore = createStore<Asked | undefined>(undefined);
