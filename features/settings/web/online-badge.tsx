import { StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';

export function OnlineBadge({ online }: { online: boolean }) {
  const t = useText();
  return (
    <StatusBadge tone={online ? 'good' : 'quiet'}>
      {t(online ? 'settings:online.yes' : 'settings:online.no')}
    </StatusBadge>
  );
}
