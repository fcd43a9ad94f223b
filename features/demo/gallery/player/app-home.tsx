import { LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { useText } from '#kit/ui/i18n.ts';

export default function AppHome() {
  const t = useText();
  return (
    <Card>
      <h1>{t('gallery:screen.playerAppHome')}</h1>
      <p>{t('gallery:player.appHint')}</p>
      <LinkButton kind="plain" to="/_kit/player">
        {t('gallery:screen.player')}
      </LinkButton>
    </Card>
  );
}
