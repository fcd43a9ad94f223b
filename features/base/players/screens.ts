import { defineScreens } from '#kit/contract/screen.ts';
import type { playersContract } from './contract.ts';

export default defineScreens<typeof playersContract>('players', ({ player }) => [
  player('/middleStation', 'ask', null, () => import('./player/middle-station.tsx'), { depth: 1 }),
  player('/program/login', 'phoneLogin', null, () => import('./player/phone-login.tsx'), { depth: 1 }),
  player('/demo_player', 'demo', 'logInDemoPlayer', () => import('./player/demo-player.tsx'), {
    depth: 1,
    onlyDemo: true,
  }),
  player('/subIntegralStore/addAddress', 'addresses', null, () => import('./player/addresses-page.tsx'), {
    depth: 3,
    asksWho: true,
  }),
]);
