import { defineScreens } from '#kit/contract/screen.ts';
import type { firmwareContract } from './contract.ts';

export default defineScreens<typeof firmwareContract>('firmware', [
  {
    path: '/versionControl',
    title: 'versions',
    audience: 'staff',
    depth: 2,
    needs: 'listImages',
    menu: { tabOf: '/batchModify', icon: 'versions', sort: 20 },
    load: () => import('./web/version-control.tsx'),
  },
  {
    path: '/android_version',
    title: 'android',
    audience: 'staff',
    depth: 2,
    needs: 'listVersions',
    menu: { tabOf: '/batchModify', icon: 'brand-android', sort: 30 },
    load: () => import('./web/android-version.tsx'),
  },
]);
