import { useEffect, useRef } from 'react';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { List, Row } from '#kit/player/list.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { beginPlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { ownPath } from '#kit/ui/own-path.ts';
import { playersContract } from '../contract.ts';
import { afterLogin, homePath } from './login-address.ts';

const { listDemoPlayers, logInDemoPlayer } = playersContract;

/** Demo mode: be one of the invented players. `?n=1&to=/program` asks nothing and goes on. */
export default function DemoPlayer() {
  const t = useText();
  const query = useQuery();
  const target = ownPath(query.get('to')) ?? homePath;
  const asked = Number(query.get('n')) || undefined;
  const people = useAnswer(listDemoPlayers, {});
  const { send, busy, refusal } = useSend(logInDemoPlayer);
  const started = useRef(false);
  const be = async (n: number) => {
    const login = await send({ n });
    if (!login) return;
    beginPlayer(login);
    navigation.go(afterLogin(target, login.player), { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address asks for it once
  useEffect(() => {
    if (!asked || started.current) return;
    started.current = true;
    void be(asked);
  }, [asked]);
  if (people.final)
    return (
      <Page centred>
        <Blank title={t('players:demo.none')} hint={t('players:demo.noneHint')} />
      </Page>
    );
  return (
    <Page bar={<Bar title={t('players:screen.demo')} />}>
      <Notice>{t('players:demo.hint')}</Notice>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      {people.data ? (
        <List>
          {people.data.map(({ n, playerName, platform }) => (
            <Row
              key={n}
              title={playerName}
              note={t(`players:platform.${platform}`)}
              onClick={busy ? undefined : () => void be(n)}
            />
          ))}
        </List>
      ) : people.failure ? (
        <Blank title={t('kit:ui.loadFailed')} hint={people.failure}>
          <Button onClick={() => void people.again()}>{t('kit:action.retry')}</Button>
        </Blank>
      ) : (
        <Skeleton shape="row" count={5} />
      )}
    </Page>
  );
}
