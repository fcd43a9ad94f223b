import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { logOutPlayer, usePlayer } from '#kit/player/session.ts';
import { useText } from '#kit/ui/i18n.ts';

/** Who is logged in as a player, if anybody. */
export default function AppMe() {
  const t = useText();
  const player = usePlayer();
  return (
    <Card>
      <h1>{t('gallery:screen.playerAppMe')}</h1>
      {player ? (
        <>
          <p>{t('gallery:player.loggedIn', { name: player.playerName })}</p>
          <Button kind="soft" onClick={() => void logOutPlayer()}>
            {t('gallery:player.logOut')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('gallery:player.nobody')}</p>
          <LinkButton to="/demo_player?to=/_kit/player/app/me">{t('gallery:player.logIn')}</LinkButton>
        </>
      )}
    </Card>
  );
}
