import { defineScreens } from '#kit/contract/screen.ts';
import type { galleryContract } from './contract.ts';

export default defineScreens<typeof galleryContract>('gallery', ({ player, anyone }) => [
  anyone('/_kit', 'gallery', null, () => import('./web/gallery.tsx'), { depth: 1 }),
  player('/_kit/player', 'player', null, () => import('./player/player-gallery.tsx'), {
    keepAlive: true,
    aliases: ['/_kit/players'],
  }),
  player('/_kit/player/city', 'playerCity', 'readCity', () => import('./player/city-detail.tsx'), {
    depth: 3,
  }),
  player('/_kit/player/app', 'playerApp', null, () => import('./player/app-frame.tsx'), {
    depth: 3,
    children: [
      {
        path: '/_kit/player/app/home',
        title: 'playerAppHome',
        audience: 'player',
        depth: 3,
        load: () => import('./player/app-home.tsx'),
      },
      {
        path: '/_kit/player/app/me',
        title: 'playerAppMe',
        audience: 'player',
        depth: 3,
        load: () => import('./player/app-me.tsx'),
      },
    ],
  }),
]);
