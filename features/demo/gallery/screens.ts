import { defineScreens } from '#kit/contract/screen.ts';
import type { galleryContract } from './contract.ts';

export default defineScreens<typeof galleryContract>('gallery', [
  { path: '/_kit', title: 'gallery', audience: 'anyone', depth: 1, load: () => import('./web/gallery.tsx') },
  {
    path: '/_kit/player',
    title: 'player',
    audience: 'player',
    depth: 2,
    keepAlive: true,
    aliases: ['/_kit/players'],
    load: () => import('./player/player-gallery.tsx'),
  },
  {
    path: '/_kit/player/city',
    title: 'playerCity',
    audience: 'player',
    depth: 3,
    needs: 'readCity',
    load: () => import('./player/city-detail.tsx'),
  },
  {
    path: '/_kit/player/app',
    title: 'playerApp',
    audience: 'player',
    depth: 3,
    load: () => import('./player/app-frame.tsx'),
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
  },
]);
