import type { To } from 'react-router';
import type { AppHistory } from './history.ts';
import { parsePath, pathOf } from './paths.ts';

/**
 * The history as the page at `shown` has it. A page that is being left may still write into its own address, as a list does
 * that has loaded more: that would call the person back from where they are going, so it is not written any more.
 */
export function pageNavigator(history: AppHistory, shown: string): AppHistory {
  const isLate = (to: To) =>
    history.place.get().location.pathname !== shown && (parsePath(pathOf(to)).pathname ?? shown) === shown;
  return {
    ...history,
    replace(to, state) {
      if (!isLate(to)) history.replace(to, state);
    },
  };
}
