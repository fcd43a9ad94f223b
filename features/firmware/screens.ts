import { defineScreens } from '#kit/contract/screen.ts';
import type { firmwareContract } from './contract.ts';

export default defineScreens<typeof firmwareContract>('firmware', [
  {
    path: '/versionControl',
    title: 'versions',
    audience: 'staff',
    depth: 2,
    needs: 'listImages',
    menu: { root: 'sy', group: 'devices', icon: 'versions', sort: 60 },
    load: () => import('./web/version-control.tsx'),
  },
  {
    path: '/android_version',
    title: 'android',
    audience: 'staff',
    depth: 2,
    needs: 'listVersions',
    menu: { root: 'sy', group: 'devices', icon: 'brand-android', sort: 61 },
    load: () => import('./web/android-version.tsx'),
  },
]);
