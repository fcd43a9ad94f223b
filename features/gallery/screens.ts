import { defineScreens } from '#kit/contract/screen.ts';
import type { galleryContract } from './contract.ts';

export default defineScreens<typeof galleryContract>('gallery', [
  { path: '/_kit', title: 'gallery', audience: 'anyone', depth: 1, load: () => import('./web/gallery.tsx') },
]);
