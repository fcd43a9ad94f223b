import type { ReactNode } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { LinkButton } from './button.tsx';
import { Blank } from './notice.tsx';
import { Bar, Page } from './page.tsx';
import { usePlace } from './place.tsx';
import type { PlayerUser } from './player-keeper.ts';
import { usePlayer } from './session.ts';
import { askAddress } from './who-plays.ts';

/** A page about the player's own things: who is not known is told what would be here, and comes back to it logged in. */
export function ForPlayer(props: {
  title: string;
  hint: string;
  back?: string;
  /** of pages that have a place in the app's own bar */
  foot?: ReactNode;
  children: (player: PlayerUser) => ReactNode;
}) {
  const t = useText();
  const { pathname, search } = usePlace();
  const player = usePlayer();
  if (player?.closesAt)
    return (
      <Page bar={<Bar title={props.title} back={props.back} />} foot={props.foot} centred>
        <Blank title={t('kit:error.accountClosed')}>
          <LinkButton to="/program/closed">{t('kit:player.takeBack')}</LinkButton>
        </Blank>
      </Page>
    );
  if (player) return props.children(player);
  return (
    <Page bar={<Bar title={props.title} back={props.back} />} foot={props.foot} centred>
      <Blank title={t('kit:player.nobody')} hint={props.hint}>
        <LinkButton to={askAddress(pathname + search)}>{t('kit:player.logIn')}</LinkButton>
      </Blank>
    </Page>
  );
}

/** Such a page with its bar, where it needs to know no more of the player than that there is one. */
export function OwnPage(props: {
  title: string;
  hint: string;
  back?: string;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const { children, ...frame } = props;
  return (
    <ForPlayer {...frame}>
      {() => (
        <Page bar={<Bar title={props.title} back={props.back} />} foot={props.foot}>
          {children}
        </Page>
      )}
    </ForPlayer>
  );
}
