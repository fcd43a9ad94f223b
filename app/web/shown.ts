import type { ComponentType, ReactNode } from 'react';
import { createStore } from '#kit/ui/store.ts';
import type { SlideDirection } from './guards.ts';
import type { Place } from './history.ts';
import type { Pages } from './kept-pages.ts';
import type { Params } from './paths.ts';
import type { KnownScreen } from './screens.ts';

/** What stands around the pages of an audience. */
export type Shell = ComponentType<{ screen: KnownScreen | undefined; children: ReactNode }>;
/** Draws a page in its shell's own router. */
export type Frame = ComponentType<{ place: Place; content: PageContent }>;

export interface PageContent {
  kind: 'page';
  screen: KnownScreen;
  /** the address it was found under: its own, or an alias */
  path: string;
  params: Params;
  /** the screens around it first, the screen itself last */
  pages: readonly ComponentType[];
}

export type Content =
  | PageContent
  // few people ever see one of these: what they say is fetched before
  | { kind: 'notFound'; page: ReactNode }
  | { kind: 'forbidden'; screen: KnownScreen; page: ReactNode }
  | { kind: 'playerLogin'; screen: KnownScreen; page: ReactNode }
  | { kind: 'failed'; screen: KnownScreen | undefined; retry: () => void };

export const screenOf = (content: Content): KnownScreen | undefined =>
  'screen' in content ? content.screen : undefined;

export interface Shown {
  place: Place;
  content: Content;
  Shell: Shell | undefined;
  Frame: Frame | undefined;
  person: string | undefined;
  direction: SlideDirection;
}

export const pagesStore = createStore<Pages<Shown> | undefined>(undefined);
/** True while the next page is on its way; the shell shows a thin bar. */
export const loadingStore = createStore(false);
