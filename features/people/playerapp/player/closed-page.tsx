import { playersContract } from '#features/base/players/contract.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { beginPlayer, usePlayer } from '#kit/player/session.ts';
import { askAddress } from '#kit/player/who-plays.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { homePath } from './addresses.ts';
import { momentText } from './own-texts.tsx';

const closedPath = '/program/closed';

/** /program/closed: the account is about to be deleted; one button takes it back. */
export default function ClosedPage() {
  const t = useText();
  const player = usePlayer();
  const title = t('playerapp:screen.closed');
  return (
    <Page bar={<Bar title={title} />} centred>
      {player ? (
        <Closed />
      ) : (
        <Blank title={t('kit:player.nobody')} hint={t('playerapp:closed.nobodyHint')}>
          <LinkButton to={askAddress(closedPath)}>{t('kit:player.logIn')}</LinkButton>
        </Blank>
      )}
    </Page>
  );
}

function Closed() {
  const t = useText();
  const answer = useAnswer(playersContract.readSelf, {});
  const { send, busy, refusal } = useSend(playersContract.takeBackAccount);
  const takeBack = async () => {
    const login = await send({});
    if (!login) return;
    beginPlayer(login);
    navigation.go(homePath, { replace: true });
  };
  return (
    <Answered answer={answer}>
      {({ closesAt }) =>
        closesAt ? (
          <Blank
            title={t('playerapp:closed.title')}
            hint={t('playerapp:closed.hint', { until: momentText(closesAt) })}
          >
            {refusal && <Notice tone="bad">{refusal}</Notice>}
            <Button busy={busy} onClick={() => void takeBack()}>
              {t('playerapp:closed.takeBack')}
            </Button>
          </Blank>
        ) : (
          <Blank title={t('playerapp:closed.open')}>
            <LinkButton to={homePath}>{t('playerapp:closed.home')}</LinkButton>
          </Blank>
        )
      }
    </Answered>
  );
}
