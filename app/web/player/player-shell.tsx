import { type ReactNode, useLayoutEffect } from 'react';
import type { KnownScreen } from '../screens.ts';
import './player.css';

/** Player pages size themselves in rem of a 750-wide design; that rule may only hold while one is shown. */
export default function PlayerShell(props: { screen: KnownScreen | undefined; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.dataset.side = 'player';
    return () => {
      delete document.documentElement.dataset.side;
    };
  }, []);
  return <main className="player">{props.children}</main>;
}
