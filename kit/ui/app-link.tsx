import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigation } from './navigation.ts';
import { hasWords } from './words.ts';

/** What the browser should do itself: other tabs, other windows, downloads. */
const isOrdinary = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  (event.currentTarget.target === '' || event.currentTarget.target === '_self');

/**
 * A link inside the app that needs no router around it: for players' pages and the system's own. It waits for its words:
 * nobody knows where a link without any leads.
 */
export function AppLink({
  to,
  replace,
  onClick,
  ...rest
}: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string; replace?: boolean }) {
  if (!rest['aria-label'] && !rest['aria-labelledby'] && !hasWords(rest.children)) return null;
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!isOrdinary(event)) return;
        event.preventDefault();
        navigation.go(to, { replace });
      }}
    />
  );
}
