import { useText } from '#kit/ui/i18n.ts';
import type { KnownScreen } from '../screens.ts';

/** The page's first heading stands in the shell's bar, so pages themselves begin with their content. */
export function ScreenTitle({
  screen,
  className,
}: {
  screen: KnownScreen | undefined;
  className: string | undefined;
}) {
  const t = useText();
  if (!screen) return <span className={className} />;
  return <h1 className={className}>{t(nameOf(screen))}</h1>;
}

/** The specification gives the first page the title of a list, for the browser; to people it is home. */
const nameOf = ({ path, feature, title }: KnownScreen) =>
  path === '/home' ? 'app:shell.home' : `${feature}:screen.${title}`;
