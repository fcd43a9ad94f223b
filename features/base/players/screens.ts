import { defineScreens } from '#kit/contract/screen.ts';
import type { playersContract } from './contract.ts';

export default defineScreens<typeof playersContract>('players', [
  {
    path: '/middleStation',
    title: 'ask',
    audience: 'player',
    depth: 1,
    load: () => import('./player/middle-station.tsx'),
  },
  {
    path: '/program/login',
    title: 'phoneLogin',
    audience: 'player',
    depth: 1,
    load: () => import('./player/phone-login.tsx'),
  },
  {
    path: '/demo_player',
    title: 'demo',
    audience: 'player',
    depth: 1,
    onlyDemo: true,
    needs: 'logInDemoPlayer',
    load: () => import('./player/demo-player.tsx'),
  },
]);
